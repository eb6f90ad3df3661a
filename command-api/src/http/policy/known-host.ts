import { isIP } from 'node:net';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Request, RequestHandler } from 'express';
import { isLoopback } from '../networks.ts';

/** Never in public DNS (RFC 6762, RFC 8375, IANA). */
const PRIVATE = /\.(?:localhost|local|internal|lan|home\.arpa)$/i;

/** Without a dot: a container, for instance. */
const isPrivateName = (host: string): boolean =>
  !host.includes('.') || PRIVATE.test(host) || isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0;

/** For rembg's clients, which decide for themselves whom they admit. */
const OTHERS = new Set(['/api', '/api/', '/api/remove', '/api/remove/']);

/**
 * Against DNS rebinding: a page whose name leads here would read API and metrics as its own.
 * @param origins where people open the product
 */
export function refuseOtherHosts(origins: readonly string[], log: Logger): RequestHandler {
  const own = new Set(origins.map((origin) => new URL(origin).hostname));
  let isLogged = false;
  return (request, _response, next) => {
    const { path } = request;
    const isGuarded = (path.startsWith('/api/') && !OTHERS.has(path)) || path === '/metrics';
    const other =
      isGuarded && !isFromProxy(request)
        ? namesOf(request).find((name) => !own.has(name) && !isPrivateName(name))
        : undefined;
    if (other === undefined) return next();
    if (!isLogged) log.warn({ host: other.slice(0, 253) }, 'refused a host name that is not that of PUBLIC_URL');
    isLogged = true;
    throw new CatalogueError('not_found');
  };
}

/** A rebound page cannot send another `Host`. Absent in HTTP/1.0. */
function namesOf({ hostname, headers }: Request): string[] {
  const named = (hostname as string | undefined) ?? '';
  const asked = headers.host ?? '';
  return [named, URL.parse(`http://${asked}`)?.hostname ?? asked].map((name) => name.toLowerCase());
}

/** A proxy may call us by another public name. */
const isFromProxy = ({ ips, socket }: Request): boolean => ips.length > 0 && !isLoopback(socket.remoteAddress ?? '');
