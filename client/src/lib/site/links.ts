import type { Language } from '@clearcut/schemas/languages';
import { localPath } from '../i18n/paths.ts';

const linksIn = (language: Language) =>
  [
    { name: 'howToUse', to: `${localPath(language, '/')}#how-to-use` },
    { name: 'pricing', to: localPath(language, '/pricing') },
    { name: 'contact', to: localPath(language, '/contact') },
    { name: 'faq', to: localPath(language, '/faq') },
  ] as const;

/** Without prices if there are no credits. */
export const siteLinks = (language: Language, { hasCredits }: { readonly hasCredits: boolean }) =>
  linksIn(language).filter(({ name }) => hasCredits || name !== 'pricing');
