import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import type { Language } from '@clearcut/schemas/languages';
import type { SiteFacts } from '@clearcut/schemas/site/facts';
import { ofGuides, type PublicPage, type PublicPath } from '@clearcut/schemas/site/pages';
import { type PageTextFile, pageTextsIn } from '../../texts/texts.ts';

export interface ShownPage {
  readonly page: PublicPage | 'notFound' | 'private';
  readonly language: Language;
  readonly path: PublicPath | undefined;
  readonly isIndexed: boolean;
  readonly facts: SiteFacts;
  readonly apiDocument: () => ApiDocument;
}

const FILES: Partial<Record<ShownPage['page'], readonly [file: PageTextFile, name?: string]>> = {
  contact: ['contact'],
  contactSent: ['contact'],
  contactFailed: ['contact'],
  faq: ['faq'],
  terms: ['legal'],
  privacy: ['legal'],
  cookies: ['legal'],
  dataDeletion: ['legal'],
  pictureCredits: ['legal'],
  docs: ['docs', 'index'],
  ...ofGuides(() => ['docs'] as const),
  apiReference: ['docs', 'api'],
  apiTypes: ['docs', 'types'],
  apiErrors: ['docs', 'errors'],
};

export interface Words {
  readonly title: string;
  readonly description: string;
}

export function wordsOf({ page, language }: Pick<ShownPage, 'page' | 'language'>): Words | undefined {
  if (page === 'private') return undefined;
  const [file, name = page] = FILES[page] ?? ['common'];
  const t = pageTextsIn(language, file);
  return { title: t(`meta.${name}.title`), description: t(`meta.${name}.description`) };
}
