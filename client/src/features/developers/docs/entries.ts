import { type ApiDocument, operationsOf } from '@clearcut/schemas/api-reference/document';
import type { Language } from '@clearcut/schemas/languages';
import { API_GUIDES } from '@clearcut/schemas/site/content';
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import type { TFunction } from 'i18next';
import { localPath } from '../../../lib/i18n/paths.ts';
import { GUIDE_VALUES } from './guides.ts';

export const REFERENCE_PATHS = { api: PUBLIC_PAGES.apiReference.path, types: PUBLIC_PAGES.apiTypes.path } as const;
export type ReferencePageName = keyof typeof REFERENCE_PATHS;

export interface Entry {
  readonly page: ReferencePageName;
  readonly id: string;
  readonly section: string;
  readonly label: string;
  /** English, as in the reference, rather than the page's language. */
  readonly isCode: boolean;
  /** Search terms besides the label. */
  readonly words: string;
}

export const addressOf = ({ page, id }: Pick<Entry, 'page' | 'id'>, language: Language): string =>
  `${localPath(language, REFERENCE_PATHS[page])}#${id}`;

export const typeId = (name: string): string => `type-${name}`;

export function entriesOf(document: ApiDocument, t: TFunction<'docs'>): Entry[] {
  return [
    ...API_GUIDES.map((guide) => ({
      page: 'api' as const,
      id: guide,
      section: t('api.guides'),
      label: t(`api.${guide}.title`),
      isCode: false,
      words: t(`api.${guide}.text`, GUIDE_VALUES),
    })),
    ...operationsOf(document).map(({ operationId, tags, method, path, summary }) => ({
      page: 'api' as const,
      id: operationId,
      section: tags[0] ?? '',
      label: operationId,
      isCode: true,
      words: `${method} ${path} ${summary}`,
    })),
    ...Object.entries(document.components.schemas).map(([name, { properties = {} }]) => ({
      page: 'types' as const,
      id: typeId(name),
      section: t('api.types'),
      label: name,
      isCode: true,
      words: Object.keys(properties).join(' '),
    })),
  ];
}
