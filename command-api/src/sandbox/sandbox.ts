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
  /** Undefined where mails are sent for real. */
  readonly mailbox: Mailbox | undefined;
  /** Undefined where another issuer is set. */
  readonly issuer: Issuer | undefined;
  /** Undefined where Stripe takes the payments. */
  readonly stripe: StripePagesDeps | undefined;
}

/** Pages that stand in for the world outside. They let anyone in as any person, so they exist for this machine alone. */
export function sandboxPages({ origin, mailbox, issuer, stripe }: SandboxDeps): Router {
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
  if (mailbox !== undefined) pages.use('/mailbox', mailboxPages(mailbox));
  if (issuer !== undefined) pages.use('/oidc', oidcPages(issuer, origin));
  if (stripe !== undefined) pages.use('/stripe', stripePages(stripe), refuseAsStripe);
  return Router({ caseSensitive: true }).use('/dev', pages);
}

/** A page about something that the stand-in does not have, or does not allow. */
const refuseAsStripe: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  const isRefusal = error instanceof StripeRefusal;
  next(
    isRefusal ? new CatalogueError(error.status === 404 ? 'not_found' : 'validation_failed', { cause: error }) : error,
  );
};

/**
 * By the peer, and by the name that it asks for: otherwise another site whose name leads to this machine could read the mails. What
 * a proxy hands on may come from any machine.
 */
function isFromThisMachine(request: Request): boolean {
  const peer = request.socket.remoteAddress ?? '';
  return isLoopback(peer) && isLocalHost(request.hostname ?? '') && !isForwarded(request);
}
