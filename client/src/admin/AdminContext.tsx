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
  readonly basename: string;
  readonly person: string;
  readonly dataProvider: DataProvider;
  /** Each needs the route `{basename}/{name}/*`. */
  readonly resources: readonly ResourceProps[];
  readonly shown: string;
}

/** `<Admin>` and `<CoreAdminUI>` would add a layout, a login page, routes from the root down and telemetry. */
export function AdminContext({ basename, person, dataProvider, resources, shown }: AdminContextProps) {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const queryClient = useQueryClient();
  // A new one per language re-renders every text.
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
