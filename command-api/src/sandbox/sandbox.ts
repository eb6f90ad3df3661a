import { isLocalHost } from '@clearcut/platform/config/integrations';
import type { Mailbox } from '@clearcut/platform/mail/mailbox/mailbox';
import { CatalogueError } from '@clearcut/schemas/errors';
import express, { type ErrorRequestHandler, type Request, Router } from 'express';
import { isOfOtherSite } from '../http/headers/other-site.ts';
import { isForwarded, isLoopback } from '../http/networks.ts';
import { mailboxPages } from './mailbox.ts';
import type { Issuer } from './oidc/issuer.ts';
import { oidcPages } from './oidc/pages.ts';
import { StripeRefusal } from '@clearcut/sandbox/engine/model';
import { stripePages, type StripePagesDeps } from './stripe-pages.ts';

export interface SandboxDeps {
  readonly origin: () => string;
  readonly mailbox: Mailbox | undefined;
  readonly mailboxKey: string;
  readonly issuer: Issuer | undefined;
  readonly stripe: StripePagesDeps | undefined;
}

/** Stand-ins for external services. They admit anyone as any person, so only this machine may open them. */
export function sandboxPages({ origin, mailbox, mailboxKey, issuer, stripe }: SandboxDeps): Router {
  const pages = Router({ caseSensitive: true });
  pages.use(
    (request, response, next) => {
      if (!isFromThisMachine(request)) throw new CatalogueError('not_found');
      if (request.method !== 'GET' && isOfOtherSite({ headers: request.headers, host: request.host ?? '' })) {
        throw new CatalogueError('forbidden');
      }
      response.setHeader('cache-control', 'no-store');
      next();
    },
    express.urlencoded({ extended: false }),
  );
  if (mailbox !== undefined) pages.use('/mailbox', mailboxPages(mailbox, mailboxKey));
  if (issuer !== undefined) pages.use('/oidc', oidcPages(issuer, origin));
  if (stripe !== undefined) pages.use('/stripe', stripePages(stripe), refuseAsStripe);
  return Router({ caseSensitive: true }).use('/dev', pages);
}

const refuseAsStripe: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  const isRefusal = error instanceof StripeRefusal;
  next(
    isRefusal ? new CatalogueError(error.status === 404 ? 'not_found' : 'validation_failed', { cause: error }) : error,
  );
};

/**
 * Checks peer and host name: a site whose name resolves to this machine could read the mails. Forwarded requests may
 * come from anywhere.
 */
function isFromThisMachine(request: Request): boolean {
  const peer = request.socket.remoteAddress ?? '';
  return isLoopback(peer) && isLocalHost(request.hostname ?? '') && !isForwarded(request);
}
