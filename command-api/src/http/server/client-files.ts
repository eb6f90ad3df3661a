import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { CatalogueError } from '@clearcut/schemas/errors';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** The client's build writes these beside every text file, best first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/**
 * Serves the built client: files by name, and the page itself for every address that a browser asks a page of, since
 * the client routes within. Addresses of the API never get a page.
 */
export function clientFiles(directory: string): Router {
  const router = Router();
  const isBuilt = existsSync(join(directory, 'index.html'));
  if (isBuilt) {
    const serve = staticFiles(directory);
    router.use((request, response, next) => {
      if (request.method === 'GET' || request.method === 'HEAD') serve(request, response, next);
      else next();
    });
    router.use((request, response, next) => {
      const page = wantsPage(request) ? '/index.html' : undefined;
      if (page === undefined) return next();
      request.url = page;
      return serve(request, response, next);
    });
  }
  router.use(() => {
    throw new CatalogueError('not_found');
  });
  return router;
}

function wantsPage({ method, originalUrl, headers }: Request): boolean {
  // Not by `new URL`, which takes what follows two slashes for a host, and throws where it is none.
  const isApi = /^\/api(?:[/?#]|$)/.test(originalUrl);
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !isApi && headers.accept?.includes('text/html') === true;
}

/** Files of a folder, in their compressed form where there is one that the client takes. */
function staticFiles(directory: string): RequestHandler {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = new Set(paths.map((path) => `/${path.replaceAll(sep, '/')}`));
  const serve = express.static(directory, {
    cacheControl: false,
    redirect: false,
    setHeaders: (response, path) => setHeaders(response, path, directory),
  });
  return (request, response, next) => {
    const { url, path } = request;
    const file = path === '/' ? '/index.html' : path;
    const forms = Object.entries(ENCODINGS).filter(([, suffix]) => files.has(file + suffix));
    if (forms.length === 0) return serve(request, response, next);
    response.vary('accept-encoding');
    const accepted = request.acceptsEncodings();
    const suffix = forms.find(([encoding]) => accepted.includes(encoding))?.[1] ?? '';
    request.url = file + suffix;
    return serve(request, response, (error?: unknown) => {
      request.url = url;
      // The answer to an error is none of the file's: as it is, no client could decode it.
      if (error !== undefined) response.removeHeader('content-encoding');
      next(error);
    });
  };
}

function setHeaders(response: Response, path: string, directory: string): void {
  // Names under assets/ hold a hash of the content; the page that names them must always be fresh.
  const isHashed = path.startsWith(join(directory, 'assets'));
  response.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
  const [encoding, suffix] = Object.entries(ENCODINGS).find(([, end]) => path.endsWith(end)) ?? [];
  if (encoding === undefined || suffix === undefined) return;
  response.setHeader('content-encoding', encoding);
  response.type(path.slice(0, -suffix.length).replace(/^.*\./, ''));
}
