import { setTimeout } from 'node:timers/promises';
import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import type { SiteFacts } from '@clearcut/schemas/site/facts';
import { addressElsewhere, type SiteHosts } from '@clearcut/schemas/site/hosts';
import { DEFAULT_LANGUAGE, isTranslated, type Language, TRANSLATIONS } from '@clearcut/schemas/languages';
import { PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import {
  LANGUAGE_COOKIE,
  pickLanguage,
  preferredAddress,
  type ResolvedPage,
  resolvePage,
  splitPath,
} from '@clearcut/schemas/site/resolve-page';
import { firstLanguages } from '../http/headers/languages.ts';
import type { Site, SiteAnswer, SiteRequest } from '../http/site.ts';
import { crawlerFile } from './crawler-files.ts';
import { manifestAt } from './manifest.ts';
import type { ShownPage } from './page/shown-page.ts';
import type { Documents } from './rendering/documents.ts';

export interface SiteOptions {
  readonly origin: () => string;
  readonly hosts: SiteHosts | undefined;
  readonly isListed: boolean;
  readonly securityContact: string | undefined;
  readonly documents: Documents;
  readonly facts: () => SiteFacts;
  readonly apiDocument: () => ApiDocument;
  /** See `SiteFacts`; never rejects. */
  readonly sold: () => Promise<SiteFacts['sold']>;
}

export interface RunningSite extends Site {
  warm(signal: AbortSignal): Promise<void>;
}

const NO_INDEX = { 'x-robots-tag': 'noindex' } as const;
const BY_LANGUAGE = { vary: 'cookie, accept-language' } as const;
const HTML = 'text/html; charset=utf-8';
const HOUR_SECONDS = 3600;
const FOR_AN_HOUR = { 'cache-control': `public, max-age=${HOUR_SECONDS}` } as const;
const MANIFEST = { 'content-type': 'application/manifest+json; charset=utf-8', ...FOR_AN_HOUR } as const;

/** Between prerendered pages, so that other work does not wait. */
const WARM_PAUSE_MS = 500;

export function createSite({
  origin,
  hosts,
  isListed,
  securityContact,
  documents,
  facts,
  apiDocument,
  sold,
}: SiteOptions): RunningSite {
  const bodyOf = async (shown: Pick<ShownPage, 'page' | 'language' | 'path' | 'isIndexed'>) => {
    const forStrangers = shown.page === 'pricing' ? await sold() : undefined;
    const all = forStrangers === undefined ? facts() : { ...facts(), sold: forStrangers };
    return documents.of({ ...shown, facts: all, apiDocument });
  };
  const page = async (
    status: number,
    headers: Record<string, string>,
    shown: Pick<ShownPage, 'page' | 'language' | 'path' | 'isIndexed'>,
  ): Promise<SiteAnswer> => ({
    status,
    headers: { ...headers, 'cache-control': 'no-cache', 'content-type': HTML },
    body: await bodyOf(shown),
  });
  const robots = (isIndexed: boolean): Record<string, string> => (isListed && isIndexed ? {} : NO_INDEX);

  const isAway = (resolved: ResolvedPage): boolean =>
    !facts().hasCredits && resolved.kind === 'page' && resolved.page === 'pricing';

  function elsewhere({ pathname, search, host }: SiteRequest): SiteAnswer | undefined {
    const location = hosts && addressElsewhere(hosts, host, pathname + search);
    return location === undefined ? undefined : { status: 302, headers: { location, 'cache-control': 'no-store' } };
  }

  return {
    async answer(request) {
      const { pathname, search } = request;
      const options = {
        origin: origin(),
        isListed,
        hasCredits: facts().hasCredits,
        contact: securityContact,
        now: new Date(),
      };
      const file = crawlerFile(pathname, options);
      if (file !== undefined) {
        const headers = { 'content-type': `${file.type}; charset=utf-8`, ...FOR_AN_HOUR };
        return { status: 200, headers, body: Buffer.from(file.text) };
      }
      const manifest = manifestAt(pathname);
      if (manifest !== undefined) return { status: 200, headers: MANIFEST, body: Buffer.from(manifest) };
      const resolved = resolvePage(pathname);
      if (resolved.kind === 'notFound' || isAway(resolved)) return undefined;
      const home = elsewhere(request);
      if (home !== undefined) return home;
      if (resolved.kind === 'unlisted') {
        const language = preferredLanguage(request);
        const headers = { ...NO_INDEX, ...BY_LANGUAGE };
        return page(200, headers, { page: 'private', language, path: undefined, isIndexed: false });
      }
      if (resolved.kind === 'moved') return { status: 301, headers: { location: resolved.to + search } };

      const { indexed } = PUBLIC_PAGES[resolved.page];
      const vary: Record<string, string> = resolved.isPrefixed ? {} : BY_LANGUAGE;
      const preferred = mayBeLed(search) ? preferredAddress(resolved, preferredLanguage(request)) : undefined;
      if (preferred !== undefined) {
        return { status: 302, headers: { ...vary, location: preferred + search, 'cache-control': 'no-store' } };
      }
      const { language, path } = resolved;
      const headers = { ...vary, ...robots(indexed) };
      return page(200, headers, { page: resolved.page, language, path, isIndexed: indexed });
    },
    async notFound(request) {
      const language = splitPath(request.pathname).language ?? DEFAULT_LANGUAGE;
      const nothing = { page: 'notFound', language, path: undefined, isIndexed: false } as const;
      return elsewhere(request) ?? page(404, NO_INDEX, nothing);
    },
    async warm(signal) {
      for (const { code } of TRANSLATIONS) {
        for (const [name, { path, indexed }] of Object.entries(PUBLIC_PAGES)) {
          if (!indexed || (name === 'pricing' && !facts().hasCredits)) continue;
          await setTimeout(WARM_PAUSE_MS, undefined, { ref: false, signal });
          await bodyOf({ page: name as PublicPage, language: code, path, isIndexed: true });
        }
      }
    },
  };
}

/** `?lang=stay` prevents the redirect to the browser's language. */
const mayBeLed = (search: string): boolean => new URLSearchParams(search).get('lang') !== 'stay';

/** The language chosen in this browser, otherwise its Accept-Language. Crawlers send none and get the default. */
function preferredLanguage({ headers }: SiteRequest): Language {
  const chosen = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`).exec(headers.cookie ?? '')?.[1];
  return isTranslated(chosen) ? chosen : pickLanguage(wantedLanguages(headers['accept-language'] ?? ''));
}

/** Most wanted first (RFC 9110, 12.5.4). */
function wantedLanguages(header: string): string[] {
  return firstLanguages(header)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
