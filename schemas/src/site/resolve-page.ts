import { DEFAULT_LANGUAGE, isTranslated, type Language } from '../languages.ts';
import { isPublicPath, pageAt, type PublicPage, type PublicPath } from './pages.ts';

export type ResolvedPage =
  | {
      readonly kind: 'page';
      readonly page: PublicPage;
      readonly language: Language;
      readonly isPrefixed: boolean;
      readonly path: PublicPath;
      readonly canonical: string;
    }
  /** 301. */
  | { readonly kind: 'moved'; readonly to: string }
  /** One address for all languages, not indexed: private area, sign-in links. */
  | { readonly kind: 'unlisted' }
  | { readonly kind: 'notFound'; readonly language: Language };

export const LANGUAGE_COOKIE = 'language';

const OTHER_CODES: Readonly<Record<string, string>> = { no: 'nb', iw: 'he', in: 'id' };

export function languageOfTag(tag: string): Language | undefined {
  const main = tag.toLowerCase().split('-')[0] ?? '';
  const code = OTHER_CODES[main] ?? main;
  return isTranslated(code) ? code : undefined;
}

export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = languageOfTag(tag);
    if (language !== undefined) return language;
  }
  return DEFAULT_LANGUAGE;
}

export function localPath(language: Language, path: PublicPath): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

export function splitPath(pathname: string): { readonly language: Language | undefined; readonly path: string } {
  const [, first] = pathname.split('/');
  const language = isTranslated(first) ? first : undefined;
  const rest = language === undefined ? pathname : pathname.slice(language.length + 1);
  return { language, path: withoutSlashesAtEnd(rest) || '/' };
}

/** Shown in the chosen language, or that of the account. */
export function isWithoutLanguage(pathname: string): boolean {
  return /^\/app(\/|$)|^\/auth\/(magic-link|second-factor)\/?$/.test(pathname);
}

/** The only place that knows the rules of addresses. */
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

function underAnotherCode(pathname: string): ResolvedPage | undefined {
  const [, prefix = '', rest = ''] = /^\/([a-z]{2}(?:-[a-z]{2,4})?)(\/.*)?$/i.exec(pathname) ?? [];
  const language = languageOfTag(prefix);
  if (language === undefined || language === prefix) return undefined;
  const target = resolvePage(`/${language}${rest}`);
  if (target.kind === 'page') return { kind: 'moved', to: localPath(target.language, target.path) };
  return target.kind === 'moved' ? target : undefined;
}

/**
 * Address in the preferred language; undefined: stays. Never leaves an address that names its language, since someone
 * may have sent it.
 */
export function preferredAddress(resolved: ResolvedPage, preferred: Language): string | undefined {
  if (resolved.kind !== 'page' || resolved.isPrefixed || preferred === DEFAULT_LANGUAGE) return undefined;
  return localPath(preferred, resolved.path);
}
