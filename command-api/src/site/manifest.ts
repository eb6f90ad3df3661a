import { directionOf, isTranslated, type Language, tagOf } from '@clearcut/schemas/languages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import { pageTextsIn } from '../texts/texts.ts';

export const manifestPath = (language: Language): string => `/manifest-${language}.webmanifest`;

/** Desk and mat colours of the client's theme/tokens.ts. */
const BACKGROUND = '#eceee8';
const THEME = '#10473f';

const icon = (src: string, side: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${src}`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
});

/** Web app manifest (w3.org/TR/appmanifest) by language; undefined for any other address. */
export function manifestAt(pathname: string): string | undefined {
  const language = /^\/manifest-([\w-]+)\.webmanifest$/.exec(pathname)?.[1];
  if (!isTranslated(language)) return undefined;
  const t = pageTextsIn(language, 'common');
  return JSON.stringify({
    id: '/',
    name: t('meta.home.title'),
    short_name: t('brand'),
    description: t('meta.home.description'),
    lang: tagOf(language),
    dir: directionOf(language),
    start_url: localPath(language, '/'),
    scope: '/',
    display: 'standalone',
    background_color: BACKGROUND,
    theme_color: THEME,
    categories: ['photo', 'productivity'],
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('maskable-512.png', 512, 'maskable'),
    ],
  });
}
