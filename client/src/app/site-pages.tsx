import { type Guide, PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import type { ReactElement } from 'react';
import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import type { Block } from '../features/developers/docs/guide/blocks.ts';
import { addTexts } from '../lib/i18n/i18n.ts';

/** One chunk for all routes, so that others' first load does not grow with their number. */
export type SitePage = Extract<
  PublicPage,
  | 'contact'
  | 'contactSent'
  | 'contactFailed'
  | 'faq'
  | 'terms'
  | 'privacy'
  | 'cookies'
  | 'dataDeletion'
  | 'pictureCredits'
  | 'apiErrors'
  | 'docs'
>;

const OUTCOMES = { contact: undefined, contactSent: 'sent', contactFailed: 'failed' } as const;

export async function loadSitePage(page: SitePage): Promise<ReactElement> {
  if (page === 'faq') {
    const [{ FaqPage }] = await Promise.all([import('../features/site/FaqPage.tsx'), addTexts('faq')]);
    return <FaqPage />;
  }
  if (page === 'apiErrors') {
    const [{ ErrorsPage }] = await Promise.all([
      import('../features/developers/docs/ErrorsPage.tsx'),
      addTexts('docs'),
    ]);
    return <ErrorsPage />;
  }
  if (page === 'docs') {
    const [{ DocsPage }] = await Promise.all([import('../features/developers/docs/DocsPage.tsx'), addTexts('docs')]);
    return <DocsPage />;
  }
  if (page === 'pictureCredits') {
    const [{ PictureCreditsPage }] = await Promise.all([
      import('../features/site/PictureCreditsPage.tsx'),
      addTexts('legal', 'uploads'),
    ]);
    return <PictureCreditsPage />;
  }
  if (page === 'contact' || page === 'contactSent' || page === 'contactFailed') {
    const [{ ContactPage }] = await Promise.all([
      import('../features/site/contact/ContactPage.tsx'),
      addTexts('contact', 'auth'),
    ]);
    return <ContactPage key={page} outcome={OUTCOMES[page]} />;
  }
  const [{ LegalPage }] = await Promise.all([import('../features/site/LegalPage.tsx'), addTexts('legal')]);
  const { path, indexed } = PUBLIC_PAGES[page];
  return <LegalPage document={page} {...(indexed ? { path } : {})} />;
}

const GUIDE_BLOCKS: Readonly<Record<Guide, () => Promise<{ default: unknown }>>> = {
  move: () => import('../../../docs/move.md'),
  recipes: () => import('../../../docs/recipes.md'),
  commandLine: () => import('../../../cli/README.md'),
  library: () => import('../../../node/README.md'),
  typescript: () => import('../../../clients/typescript/README.md'),
  python: () => import('../../../clients/python/README.md'),
};

export async function loadGuide(guide: Guide): Promise<ReactElement> {
  const [{ GuidePage }, { default: blocks }] = await Promise.all([
    import('../features/developers/docs/guide/GuidePage.tsx'),
    GUIDE_BLOCKS[guide](),
    addTexts('docs'),
  ]);
  return <GuidePage guide={guide} blocks={blocks as readonly Block[]} />;
}

export type ReferencePage = Extract<PublicPage, 'apiReference' | 'apiTypes'>;

const REFERENCE = {
  apiReference: async () => (await import('../features/developers/docs/ApiDocsPage.tsx')).ApiDocsPage,
  apiTypes: async () => (await import('../features/developers/docs/ApiTypesPage.tsx')).ApiTypesPage,
} as const;

/** Fetched before drawing, so that a fragment in the address finds its target. */
export async function loadReferencePage(page: ReferencePage, document: Promise<ApiDocument>): Promise<ReactElement> {
  const [Shown, read] = await Promise.all([REFERENCE[page](), document, addTexts('docs')]);
  return <Shown document={read} />;
}
