import { createServer as createNodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import type { Tracing } from '@clearcut/platform/telemetry/tracing/port';
import type { SiteHosts } from '@clearcut/schemas/site/hosts';
import { CatalogueError } from '@clearcut/schemas/errors';
import { isPayingPage } from '@clearcut/schemas/site/paying-pages';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Gates } from '../authenticator.ts';
import { allowOwnHosts } from '../headers/cors.ts';
import type { Dialects } from '../errors.ts';
import { clientFiles } from './client-files.ts';
import type { Route } from '../contract.ts';
import type { Site } from '../site.ts';
import { stopGracefully } from './graceful-stop.ts';
import { lastResort } from './last-resort.ts';
import { routerOf } from './register.ts';
import type { ErrorReports } from './error-reports.ts';
import { handleErrors } from './send-error.ts';
import { requestLog, requestMetrics } from './request-log.ts';
import { refuseOtherHosts } from '../policy/known-host.ts';
import type { Others } from '../policy/other-hosts.ts';
import { reportingEndpoints, securityHeaders } from '../policy/security.ts';

/** Allows 25 MB at 0.7 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Longer than load balancers keep connections. */
const KEEP_ALIVE_MS = 72_000;

/** Request line and headers; beyond it Node answers 431. */
const MAX_HEADER_BYTES = 8 * 1024;
const MAX_PATH_LENGTH = 2_048;

export interface ServerOptions extends Gates {
  readonly routes: readonly Route[];
  readonly pages: RequestHandler | undefined;
  readonly uploadsPerMinute: number;
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly humanCheck: boolean;
  readonly stripe: boolean;
  readonly hosts: SiteHosts | undefined;
  /** Addresses under which people open the product. */
  readonly origins: readonly string[];
  readonly others: Others;
  readonly site: Site | undefined;
  readonly clientDirectory: string;
  readonly dialects: Dialects;
  readonly errorReports: ErrorReports;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly log: Logger;
}

export interface HttpServer {
  /** Resolves with the port; 0 lets the system choose. @throws Error such as EADDRINUSE */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  close(): Promise<void>;
}

export function createServer(options: ServerOptions): HttpServer {
  const { routes, pages, trustedProxies, hosts, site, clientDirectory, errorReports, metrics, log, dialects } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustedProxies.length > 0 ? [...trustedProxies] : false);
  app.use(
    requestLog(log),
    requestMetrics(metrics),
    lastResort(errorReports, metrics),
    refuseTwice,
    refuseLongPath,
    refuseOtherHosts(options.origins, log),
    policies(options),
  );
  if (hosts !== undefined) app.use(allowOwnHosts(hosts));
  app.use(routerOf(routes, options));
  if (pages !== undefined) app.use(pages);
  app.use(clientFiles(clientDirectory, site));
  app.use(handleErrors(errorReports, dialects));

  const server = createNodeServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER_BYTES },
    app,
  );
  return {
    async listen({ host, port }) {
      server.listen({ host, port });
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    close: () => stopGracefully(server),
  };
}

const ONCE = ['Host', 'Authorization', 'X-Api-Key'] as const;

/** A proxy may have read the other one (RFC 9112, section 3.2). */
const refuseTwice: RequestHandler = ({ rawHeaders }, _response, next) => {
  const names = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [name.toLowerCase()] : []));
  for (const header of ONCE) {
    const name = header.toLowerCase();
    if (names.indexOf(name) === names.lastIndexOf(name)) continue;
    throw new CatalogueError('validation_failed', { validationErrors: { [name]: `Send one ${header} header` } });
  }
  next();
};

const refuseLongPath: RequestHandler = (request, _response, next) => {
  if (request.path.length > MAX_PATH_LENGTH) throw new CatalogueError('not_found');
  next();
};

function policies({ humanCheck, stripe, hosts, others }: ServerOptions): RequestHandler {
  const own = [...new Set<string>(Object.values(hosts ?? {}))];
  const plain = helmet(securityHeaders({ humanCheck, stripe: false, own, others }));
  const paying = helmet(securityHeaders({ humanCheck, stripe, own }));
  return (request, response, next) => {
    response.setHeader('reporting-endpoints', reportingEndpoints);
    (isPayingPage(request.path) ? paying : plain)(request, response, next);
  };
}
