import type { SiteHosts } from '@clearcut/schemas/site/hosts';
import type { RequestHandler } from 'express';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const HEADERS = 'client-id, content-type, idempotency-key, x-country, x-user-country';
const MAX_AGE_SECONDS = 600;

/** For our own hosts with the shared cookie. The header against forgery is still required. */
export function allowOwnHosts(hosts: SiteHosts): RequestHandler {
  const own = new Set<string>(Object.values(hosts) as string[]);
  return (request, response, next) => {
    if (!request.path.startsWith('/api/')) return next();
    response.vary('origin');
    const { origin } = request.headers;
    if (origin === undefined || !own.has(origin)) return next();
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-credentials', 'true');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return next();
    response.setHeader('access-control-allow-methods', METHODS);
    response.setHeader('access-control-allow-headers', HEADERS);
    response.setHeader('access-control-max-age', MAX_AGE_SECONDS);
    response.status(204).end();
  };
}
