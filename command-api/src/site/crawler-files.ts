import { tagOf, TRANSLATIONS } from '@clearcut/schemas/languages';
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import { DAY_MS } from '../kernel/time.ts';

/** Validity of security.txt; RFC 9116 recommends less than a year. */
const SECURITY_TXT_MS = 180 * DAY_MS;

export interface CrawlerFile {
  readonly type: string;
  readonly text: string;
}

export interface CrawlerFilesOptions {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly isListed: boolean;
  readonly hasCredits: boolean;
  readonly contact: string | undefined;
  readonly now: Date;
}

export function crawlerFile(pathname: string, options: CrawlerFilesOptions): CrawlerFile | undefined {
  const language = /^\/sitemap-([\w-]+)\.xml$/.exec(pathname)?.[1];
  if (language !== undefined) return sitemap(language, options);
  switch (pathname) {
    case '/robots.txt':
      return { type: 'text/plain', text: robots(options) };
    case '/sitemap.xml':
      return { type: 'application/xml', text: sitemapIndex(options) };
    case '/llms.txt':
      return { type: 'text/plain', text: llms(options) };
    case '/.well-known/security.txt':
      return securityTxt(options);
    default:
      return undefined;
  }
}

/** Disallows nothing: a crawler that may not read a page misses its noindex and lists the address. */
const robots = ({ origin }: CrawlerFilesOptions): string =>
  `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function sitemapIndex({ origin, isListed }: CrawlerFilesOptions): string {
  const maps = TRANSLATIONS.map(({ code }) => `<sitemap><loc>${origin}/sitemap-${code}.xml</loc></sitemap>\n`);
  return `${XML}<sitemapindex ${NAMESPACE}>\n${isListed ? maps.join('') : ''}</sitemapindex>\n`;
}

function sitemap(language: string, { origin, isListed, hasCredits }: CrawlerFilesOptions): CrawlerFile | undefined {
  const code = TRANSLATIONS.find((translation) => translation.code === language)?.code;
  if (code === undefined) return undefined;
  const pages = Object.values(PUBLIC_PAGES).flatMap((page) =>
    page.indexed && (hasCredits || page !== PUBLIC_PAGES.pricing) ? [page.path] : [],
  );
  const urls = pages.map((path) => `<url><loc>${origin}${localPath(code, path)}</loc></url>\n`);
  return {
    type: 'application/xml',
    text: `${XML}<urlset ${NAMESPACE}>\n${isListed ? urls.join('') : ''}</urlset>\n`,
  };
}

function securityTxt({ origin, contact, now }: CrawlerFilesOptions): CrawlerFile | undefined {
  if (contact === undefined) return undefined;
  const midnight = new Date(now.getTime() + SECURITY_TXT_MS).toISOString().replace(/T.*/, 'T00:00:00Z');
  const lines = [
    `Contact: mailto:${contact}`,
    `Expires: ${midnight}`,
    `Preferred-Languages: ${TRANSLATIONS.map(({ code }) => tagOf(code)).join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return { type: 'text/plain', text: `${lines.join('\n')}\n` };
}

/** https://llmstxt.org */
const llms = ({ origin, hasCredits }: CrawlerFilesOptions): string => `# Clearcut

> Removes the background of a picture: send a PNG, JPG or WEBP, get a transparent PNG.${hasCredits ? ' Previews are free; an HD file costs one credit.' : ''}

- [Documentation](${origin}/docs): packages, command line, moving from other services
- [The API for programs](${origin}/docs/api): how to begin, with examples
- [The API for programs, as OpenAPI](${origin}/v1/openapi.json)
- [Every route, as OpenAPI](${origin}/api/openapi.json): with its errors and who may call it
- [Remove a background](${origin}/upload): the page for people
`;
