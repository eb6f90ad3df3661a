import { addressElsewhere, type SiteHosts } from '@clearcut/schemas/site/hosts';
import { isTranslated, type Language } from '@clearcut/schemas/languages';
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import { LANGUAGE_COOKIE, pickLanguage, preferredAddress, resolvePage } from '@clearcut/schemas/site/resolve-page';
import type { Site, SiteAnswer, SiteRequest } from '../http/site.ts';
import { crawlerFile } from './crawler-files.ts';

export interface SiteOptions {
  /** Origin of the product as people reach it; asked for only when the server listens. */
  readonly origin: () => string;
  /** Undefined where all pages live on one host. */
  readonly hosts: SiteHosts | undefined;
  /** Whether search engines may list this installation. */
  readonly isListed: boolean;
  /** Where people report a vulnerability. */
  readonly securityContact: string | undefined;
  /** The page that draws itself in the browser. */
  readonly shell: () => Uint8Array;
}

const NO_INDEX = { 'x-robots-tag': 'noindex' } as const;
const HTML = 'text/html; charset=utf-8';
const HOUR_SECONDS = 3600;

/** The pages of the public site, with the status of each address and what search engines are told of it. */
export function createSite({ origin, hosts, isListed, securityContact, shell }: SiteOptions): Site {
  const shellAnswer = (status: number, headers: Record<string, string>): SiteAnswer => ({
    status,
    headers: { ...headers, 'cache-control': 'no-cache', 'content-type': HTML },
    body: shell(),
  });
  const robots = (isIndexed: boolean): Record<string, string> => (isListed && isIndexed ? {} : NO_INDEX);

  function elsewhere({ pathname, search, host }: SiteRequest): SiteAnswer | undefined {
    const location = hosts && addressElsewhere(hosts, host, pathname + search);
    return location === undefined ? undefined : { status: 302, headers: { location, 'cache-control': 'no-store' } };
  }

  return {
    answer(request) {
      const { pathname, search } = request;
      const options = { origin: origin(), isListed, contact: securityContact, now: new Date() };
      const file = crawlerFile(pathname, options);
      if (file !== undefined) {
        const headers = {
          'content-type': `${file.type}; charset=utf-8`,
          'cache-control': `public, max-age=${HOUR_SECONDS}`,
        };
        return { status: 200, headers, body: Buffer.from(file.text) };
      }
      const resolved = resolvePage(pathname);
      if (resolved.kind === 'notFound') return undefined;
      const home = elsewhere(request);
      if (home !== undefined) return home;
      if (resolved.kind === 'unlisted') return shellAnswer(200, NO_INDEX);
      if (resolved.kind === 'moved') return { status: 301, headers: { location: resolved.to + search } };

      const { indexed } = PUBLIC_PAGES[resolved.page];
      // The answer of an address that names no language depends on the visitor, and caches between have to know.
      const vary: Record<string, string> = resolved.isPrefixed ? {} : { vary: 'cookie, accept-language' };
      const preferred = mayBeLed(search) ? preferredAddress(resolved, preferredLanguage(request)) : undefined;
      if (preferred !== undefined) {
        return { status: 302, headers: { ...vary, location: preferred + search, 'cache-control': 'no-store' } };
      }
      const headers = { ...vary, ...robots(indexed) };
      return shellAnswer(200, headers);
    },
    notFound: (request) => elsewhere(request) ?? shellAnswer(404, NO_INDEX),
  };
}

/** `?lang=stay` keeps a visitor where they are, whatever their browser prefers. */
const mayBeLed = (search: string): boolean => new URLSearchParams(search).get('lang') !== 'stay';

/** The language chosen before in this browser, else the one its settings ask for. Crawlers name none and see the default. */
function preferredLanguage({ headers }: SiteRequest): Language {
  const chosen = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`).exec(headers.cookie ?? '')?.[1];
  return isTranslated(chosen) ? chosen : pickLanguage(wantedLanguages(headers['accept-language'] ?? ''));
}

/** The tags of an Accept-Language header, most wanted first (RFC 9110, 12.5.4). */
export function wantedLanguages(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
