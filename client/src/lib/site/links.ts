import type { Language } from '@clearcut/schemas/languages';
import { localPath } from '../i18n/paths.ts';

export const siteLinks = (language: Language) =>
  [
    { name: 'howToUse', to: `${localPath(language, '/')}#how-to-use` },
    { name: 'pricing', to: localPath(language, '/pricing') },
    { name: 'contact', to: localPath(language, '/contact') },
    { name: 'faq', to: localPath(language, '/faq') },
  ] as const;
