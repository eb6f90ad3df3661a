import { DEFAULT_LANGUAGE, isTranslated, type Language } from '../languages.ts';
import { isPublicPath, pageAt, type PublicPage, type PublicPath } from './pages.ts';

export type ResolvedPage =
  | {
      readonly kind: 'page';
      readonly page: PublicPage;
      readonly language: Language;
      /** Whether the address names the language. */
      readonly isPrefixed: boolean;
      /** The address without its language. */
      readonly path: PublicPath;
      /** The one address that search engines shall know the page by. */
      readonly canonical: string;
    }
  /** Another address of the page, for good (301). */
  | { readonly kind: 'moved'; readonly to: string }
  /** A page with one address for all languages, which no search engine lists: the private area, sign-in links. */
  | { readonly kind: 'unlisted' }
  | { readonly kind: 'notFound'; readonly language: Language };

/** The cookie with the language that a person chose; it holds that and nothing else. */
export const LANGUAGE_COOKIE = 'language';

/** Codes that browsers and other sites use for a language of ours. */
const OTHER_CODES: Readonly<Record<string, string>> = { no: 'nb', iw: 'he', in: 'id' };

/** The language that a tag such as `es-MX` or `no` stands for, if we have it. */
export function languageOfTag(tag: string): Language | undefined {
  const main = tag.toLowerCase().split('-')[0] ?? '';
  const code = OTHER_CODES[main] ?? main;
  return isTranslated(code) ? code : undefined;
}

/** The first language of a list of tags that we have. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = languageOfTag(tag);
    if (language !== undefined) return language;
  }
  return DEFAULT_LANGUAGE;
}

/** The address of a page in a language: `/es/upload`, and `/upload` in the default language. */
export function localPath(language: Language, path: PublicPath): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** The page that an address stands for and the language it names, if it names one. */
export function splitPath(pathname: string): { readonly language: Language | undefined; readonly path: string } {
  const [, first] = pathname.split('/');
  const language = isTranslated(first) ? first : undefined;
  const rest = language === undefined ? pathname : pathname.slice(language.length + 1);
  return { language, path: withoutSlashesAtEnd(rest) || '/' };
}

/** Pages with one address for all languages: they are shown in the language chosen before, or that of the account. */
export function isWithoutLanguage(pathname: string): boolean {
  return /^\/app(\/|$)|^\/auth\/(magic-link|second-factor)\/?$/.test(pathname);
}

/** Where `pathname` leads: the only place that knows the rules of our addresses. */
export function resolvePage(pathname: string): ResolvedPage {
  if (isWithoutLanguage(pathname)) return { kind: 'unlisted' };
  const { language, path } = splitPath(pathname);
  const shown = language ?? DEFAULT_LANGUAGE;
  const page = pageAt(path);
  if (page === undefined || !isPublicPath(path))
    return underAnotherCode(pathname) ?? { kind: 'notFound', language: shown };
  const address = language === undefined ? path : path === '/' ? `/${language}` : `/${language}${path}`;
  if (address !== pathname) return { kind: 'moved', to: address };
  return {
    kind: 'page',
    page,
    language: shown,
    isPrefixed: language !== undefined,
    path,
    canonical: localPath(shown, path),
  };
}

/** `/es-mx/upload` and `/ES/upload` are `/es/upload`. */
function underAnotherCode(pathname: string): ResolvedPage | undefined {
  const [, prefix = '', rest = ''] = /^\/([a-z]{2}(?:-[a-z]{2,4})?)(\/.*)?$/i.exec(pathname) ?? [];
  const language = languageOfTag(prefix);
  if (language === undefined || language === prefix) return undefined;
  const target = resolvePage(`/${language}${rest}`);
  if (target.kind === 'page') return { kind: 'moved', to: localPath(target.language, target.path) };
  return target.kind === 'moved' ? target : undefined;
}

/**
 * Where a visitor who names no language is better off: the page in the language they prefer. Undefined: they stay. An address
 * that names its language is never left, since a person may have sent it to another.
 */
export function preferredAddress(resolved: ResolvedPage, preferred: Language): string | undefined {
  if (resolved.kind !== 'page' || resolved.isPrefixed || preferred === DEFAULT_LANGUAGE) return undefined;
  return localPath(preferred, resolved.path);
}
