import { isLocalHost } from '@clearcut/platform/config/integrations';
import type { Mailbox } from '@clearcut/platform/mail/mailbox/mailbox';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { mailboxPages } from './mailbox.ts';
import type { Issuer } from './oidc/issuer.ts';
import { oidcPages } from './oidc/pages.ts';

export interface SandboxParts {
  readonly origin: () => string;
  /** Undefined where mails are sent for real. */
  readonly mailbox: Mailbox | undefined;
  /** Undefined where another issuer is set. */
  readonly issuer: Issuer | undefined;
}

/** Pages that stand in for the world outside. They let anybody in as anybody, so there they are for this machine alone. */
export function sandboxPages({ origin, mailbox, issuer }: SandboxParts): (server: FastifyInstance) => Promise<void> {
  return async (server) => {
    server.addHook('onRequest', async (request, reply) => {
      if (!isFromThisMachine(request)) throw new CatalogueError('not_found');
      void reply.header('cache-control', 'no-store');
    });
    server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });
    if (mailbox !== undefined) mailboxPages(server, mailbox);
    if (issuer !== undefined) oidcPages(server, issuer, origin);
  };
}

/** By which proxies say what they hand on. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * By the peer and by the name it asks for: a page of somebody else's whose name leads to this machine would read our mails. What
 * a proxy hands on comes from who knows where.
 */
function isFromThisMachine({ socket, hostname, headers, raw }: FastifyRequest): boolean {
  const peer = socket.remoteAddress ?? '';
  const isLoopback = ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback';
  // No browser speaks HTTP/1.0. Most versions of nginx do, which ask for `localhost` and say nothing of themselves, unless told to.
  const isHandedOn = raw.httpVersion === '1.0' || PROXY_HEADERS.some((name) => headers[name] !== undefined);
  return isLoopback && isLocalHost(hostname) && !isHandedOn;
}
