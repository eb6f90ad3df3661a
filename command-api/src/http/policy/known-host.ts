import { isIP } from 'node:net';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { RequestHandler } from 'express';

/** Nobody can register these in the public DNS (RFC 6762, RFC 8375, IANA's special-use and reserved names). */
const PRIVATE = /\.(?:localhost|local|internal|lan|home\.arpa)$/i;

/** A name without a dot is one of the operator's network, such as a container's. */
export const isPrivateName = (host: string): boolean =>
  !host.includes('.') || PRIVATE.test(host) || isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0;

/** For rembg's clients, which decide for themselves whom they admit. */
const OTHERS = new Set(['/api', '/api/', '/api/remove', '/api/remove/']);

/**
 * Refuses the API and the metrics under public names other than ours: a page whose name was made to lead to this
 * machine (DNS rebinding) would read them as its own.
 * @param origins under which people open the product
 */
export function refuseOtherHosts(origins: readonly string[], log: Logger): RequestHandler {
  const own = new Set(origins.map((origin) => new URL(origin).hostname));
  let told = false;
  return (request, _response, next) => {
    const { path, hostname } = request;
    const isGuarded = (path.startsWith('/api/') && !OTHERS.has(path)) || path === '/metrics';
    // Absent in HTTP/1.0.
    const host = (hostname as string | undefined) ?? '';
    if (!isGuarded || own.has(host.toLowerCase()) || isPrivateName(host)) return next();
    if (!told) log.warn({ host: host.slice(0, 253) }, 'refused a host name that is not that of PUBLIC_URL');
    told = true;
    throw new CatalogueError('not_found');
  };
}
