import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import { CatalogueError } from '@clearcut/schemas/errors';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serveClient } from './client-files.ts';
import type { Route } from './contract.ts';
import { sendError } from './errors.ts';
import type { Identity } from '../identity/session/browser-session.ts';
import { registerRoutes } from './register.ts';
import { securityHeaders } from './security.ts';
import { acceptWaiting } from './waiting-connections.ts';

/** JSON bodies; uploads have their own limit, held while they stream. */
const MAX_JSON_BYTES = 64 * 1024;
/** The slowest upload that is waited for: 25 MB at 0.7 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;

export interface ServerOptions {
  readonly routes: readonly Route[];
  /** More pages, in a scope of their own. */
  readonly pages: ((server: FastifyInstance) => Promise<void>) | undefined;
  readonly identity: Identity;
  readonly uploadsPerMinute: number;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Whether pages may show the human check. */
  readonly humanCheck: boolean;
  /** Folder of the built client; without it only the API is served. */
  readonly clientDirectory: string;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** The HTTP edge, not yet listening. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { routes, pages, identity, humanCheck, uploadsPerMinute, clientDirectory, metrics, log } = options;
  // By its own type, the server's type would carry the logger's, and fit no plug-in.
  const loggerInstance: FastifyBaseLogger = log;
  const server: FastifyInstance = fastify({
    loggerInstance,
    // Its own lines hold addresses, and file names in query strings.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: MAX_JSON_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // While stopping, what still arrives on open connections is answered as ever.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded names nothing.
      void sendError(new CatalogueError('not_found', { cause: error }), request, reply);
    },
  });

  server.setErrorHandler(sendError);
  server.addHook('preClose', () => acceptWaiting(server.server));
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    metrics.observeRequest({ method, route, status, seconds: elapsedTime / 1000 });
    request.log.info({ method, route, status, ms: Math.round(elapsedTime) }, 'request');
  });

  await server.register(helmet, securityHeaders({ humanCheck }));
  await server.register(cookie);
  await server.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new CatalogueError('too_many_requests'),
  });
  await server.register(async (scope) => {
    registerRoutes(scope, routes, { identity, uploadsPerMinute });
  });
  if (pages !== undefined) await server.register(pages);
  await serveClient(server, clientDirectory);
  return server;
}
