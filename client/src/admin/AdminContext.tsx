import { useQueryClient } from '@tanstack/react-query';
import {
  CoreAdminContext,
  type DataProvider,
  Resource,
  ResourceDefinitionContextProvider,
  type ResourceProps,
} from 'react-admin';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createI18nProvider } from './i18n-provider.ts';
import { Notifications } from './Notifications.tsx';
import { visitStore } from './visit-store.ts';

export interface AdminContextProps {
  /** The address above the resource's. */
  readonly basename: string;
  /** Id of the person who is logged in. */
  readonly person: string;
  readonly dataProvider: DataProvider;
  /** All that the pages within link to or read. The caller's route for each is `{basename}/{name}/*`. */
  readonly resources: readonly ResourceProps[];
  /** Name of the resource that is shown here. */
  readonly shown: string;
}

/**
 * Resources of react-admin within our own router, theme, query client and texts. Not its `<Admin>` or `<CoreAdminUI>`: those
 * bring a layout, a login page, routes from the root down and telemetry.
 */
export function AdminContext({ basename, person, dataProvider, resources, shown }: AdminContextProps) {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const queryClient = useQueryClient();
  // A new one for each language, so that everything that shows a text is drawn again.
  // oxlint-disable-next-line react/exhaustive-deps
  const i18nProvider = useMemo(() => createI18nProvider(i18n), [i18n, language]);
  return (
    <CoreAdminContext
      basename={basename}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={visitStore(person)}
    >
      <ResourceDefinitionContextProvider
        definitions={Object.fromEntries(
          resources.map((resource) => [resource.name, Resource.registerResource(resource)]),
        )}
      >
        {resources
          .filter(({ name }) => name === shown)
          .map((resource) => (
            <Resource key={resource.name} {...resource} />
          ))}
      </ResourceDefinitionContextProvider>
      <Notifications />
    </CoreAdminContext>
  );
}
