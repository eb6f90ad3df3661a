import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import type { Language } from '@clearcut/schemas/languages';
import type { SiteFacts } from '@clearcut/schemas/site/facts';
import type { PublicPage, PublicPath } from '@clearcut/schemas/site/pages';
import { type PageTextFile, pageTextsIn } from '../../texts/texts.ts';

/** What is written into the document of an address. */
export interface ShownPage {
  /** `private`: an address of the account, which no search engine knows. */
  readonly page: PublicPage | 'notFound' | 'private';
  readonly language: Language;
  /** Undefined where there is no page, or none with an address of its own in each language. */
  readonly path: PublicPath | undefined;
  readonly isIndexed: boolean;
  readonly facts: SiteFacts;
  /** Of the routes that programs may build on. */
  readonly apiDocument: () => ApiDocument;
}

/** Pages whose title stands in a file of their own texts, by the name that it has there. */
const FILES: Partial<Record<ShownPage['page'], readonly [file: PageTextFile, name?: string]>> = {
  contact: ['contact'],
  contactSent: ['contact'],
  contactFailed: ['contact'],
  faq: ['faq'],
  terms: ['legal'],
  privacy: ['legal'],
  cookies: ['legal'],
  dataDeletion: ['legal'],
  apiReference: ['docs', 'api'],
  apiTypes: ['docs', 'types'],
  apiErrors: ['docs', 'errors'],
};

export interface Words {
  readonly title: string;
  readonly description: string;
}

/** Title and description, as the client shows them; undefined for an address of the account, which has many. */
export function wordsOf({ page, language }: Pick<ShownPage, 'page' | 'language'>): Words | undefined {
  if (page === 'private') return undefined;
  const [file, name = page] = FILES[page] ?? ['common'];
  const t = pageTextsIn(language, file);
  return { title: t(`meta.${name}.title`), description: t(`meta.${name}.description`) };
}
