import { DEFAULT_LANGUAGE, isTranslated, type Language } from '@clearcut/schemas/languages';

/** Pages that exist in every language at an address of their own, without the language prefix. */
export type PublicPath =
  | '/'
  | '/upload'
  | '/pricing'
  | '/forgot-password'
  | '/accept-invitation'
  | '/confirm-address'
  | `/change-password/${string}`;

const PUBLIC = /^\/(upload|pricing|forgot-password|accept-invitation|confirm-address|change-password\/[^/]+)?$/;

/** The address of a page in a language: `/es/upload`, and `/upload` in the default language. */
export function localPath(language: Language, path: PublicPath): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

/** The page that an address stands for and the language it names, if it names one. */
export function splitPath(pathname: string): { language: Language | undefined; path: string } {
  const [, first] = pathname.split('/');
  const language = isTranslated(first) ? first : undefined;
  const rest = language === undefined ? pathname : pathname.slice(language.length + 1);
  return { language, path: rest.replace(/\/+$/, '') || '/' };
}

export function isPublicPath(path: string): path is PublicPath {
  return PUBLIC.test(path);
}

/** Pages with one address for all languages: they are shown in the language chosen before, or that of the account. */
export function isWithoutLanguage(pathname: string): boolean {
  return /^\/(app|auth)(\/|$)/.test(pathname);
}

/**
 * Where a visitor who names no language is better off: the page in the language chosen before, else in the browser's.
 * Undefined = stay. Unknown addresses stay too: their answer is not-found.
 */
export function preferredAddress(pathname: string, preferred: Language): string | undefined {
  const { language, path } = splitPath(pathname);
  if (language !== undefined || preferred === DEFAULT_LANGUAGE || !isPublicPath(path)) return undefined;
  return localPath(preferred, path);
}
