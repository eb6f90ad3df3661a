import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { CatalogueError } from '@clearcut/schemas/errors';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Site, SiteRequest } from '../site.ts';
import { sendAnswer } from './send-answer.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Written by the client's build beside every text file; best first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** API addresses never get a page. A 404 is a page for browsers, JSON for programs. */
export function clientFiles(directory: string, site: Site | undefined): Router {
  const router = Router();
  if (site !== undefined) {
    const serve = staticFiles(directory);
    router.use(async (request, response, next) => {
      const answer = isRead(request) && !isApi(request) ? await site.answer(siteRequest(request)) : undefined;
      if (answer === undefined) next();
      else await sendAnswer(answer, request, response);
    });
    router.use((request, response, next) => {
      if (isRead(request)) serve(request, response, next);
      else next();
    });
    router.use(async (request, response, next) => {
      const isBrowser = request.headers.accept?.includes('text/html') === true;
      if (isRead(request) && !isApi(request) && isBrowser) {
        await sendAnswer(await site.notFound(siteRequest(request)), request, response);
      } else next();
    });
  }
  router.use(() => {
    throw new CatalogueError('not_found');
  });
  return router;
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';
const isApi = ({ originalUrl }: Request): boolean => /^\/(?:api|v1(?:\.0)?)(?:[/?#]|$)/.test(originalUrl);

function siteRequest({ originalUrl, headers, host }: Request): SiteRequest {
  // `new URL` takes what follows two slashes for a host.
  const [pathname = '', ...query] = originalUrl.split('?');
  // Express's type omits that HTTP/1.0 clients may send none.
  const asked = (host as string | undefined) ?? '';
  return { pathname, search: query.length === 0 ? '' : `?${query.join('?')}`, host: asked, headers };
}

function staticFiles(directory: string): RequestHandler {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = new Set(paths.map((path) => `/${path.replaceAll(sep, '/')}`));
  const serve = express.static(directory, {
    cacheControl: false,
    index: false,
    redirect: false,
    setHeaders: (response, path) => setHeaders(response, path, directory),
  });
  return (request, response, next) => {
    const { url, path } = request;
    const forms = Object.entries(ENCODINGS).filter(([, suffix]) => files.has(path + suffix));
    if (forms.length === 0) return serve(request, response, next);
    response.vary('accept-encoding');
    const accepted = request.acceptsEncodings();
    const suffix = forms.find(([encoding]) => accepted.includes(encoding))?.[1] ?? '';
    request.url = path + suffix;
    return serve(request, response, (error?: unknown) => {
      request.url = url;
      // An error's body is not compressed.
      if (error !== undefined) response.removeHeader('content-encoding');
      next(error);
    });
  };
}

function setHeaders(response: Response, path: string, directory: string): void {
  // Hashed names never change; the page that names them does.
  const isHashed = path.startsWith(join(directory, 'assets'));
  response.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
  const [encoding, suffix] = Object.entries(ENCODINGS).find(([, end]) => path.endsWith(end)) ?? [];
  if (encoding === undefined || suffix === undefined) return;
  response.setHeader('content-encoding', encoding);
  response.type(path.slice(0, -suffix.length).replace(/^.*\./, ''));
}
