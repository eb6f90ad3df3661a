import { ConfigError } from '@clearcut/platform/config/config';
import { originOf } from '@clearcut/platform/config/integrations';
import type { RunningService, ServiceContext } from '@clearcut/platform/service';
import { createMetrics } from '@clearcut/platform/telemetry/metrics';
import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import { migrateAccounts, sealSecrets } from '../accounts/index.ts';
import { migrateCredits } from '../credits/index.ts';
import type { Route } from '../http/contract.ts';
import { documentsWith, operationsRoutes } from '../http/operations.ts';
import { createServer, type HttpServer } from '../http/server/server.ts';
import { loadSealing } from '../kernel/sealing.ts';
import { loadSecret } from '../kernel/secret.ts';
import { DIALECTS } from '../public-api/index.ts';
import type { FetchOptions } from '../transaction/index.ts';
import { type Basis, openParts } from './open-parts.ts';
import { routesOf, startAll, stopAll } from './parts.ts';
import { clientDirectory, openSite, othersOf } from './site.ts';

/** @throws ConfigError when the port is taken */
export async function startCommandApi(
  context: ServiceContext,
  fetching: FetchOptions = {},
): Promise<RunningService & { readonly port: number }> {
  const { config, log, database, messageBus, blobStore, servers } = context;
  await migrateAccounts(database);
  await migrateCredits(database);
  const secret = await loadSecret(database);
  const sealing = await loadSealing(config);
  await sealSecrets(database, sealing);
  let port = config.port;
  const origin = (): string => originOf(config, port);
  const metrics = createMetrics('command-api');
  const basis = { context, secret, sealing, origin, metrics };

  const opened = await openParts(basis, fetching);
  const { parts, accounts, provider } = opened;
  const routes = routesOf(parts);
  const documents = documentsWith(
    routes.map(({ contract }) => contract),
    { origin, hasCredits: config.hasCredits },
  );
  const operations = operationsRoutes(
    { ...config, database, messageBus, blobStore, servers, metrics, origin },
    documents,
  );
  const publicSite = openSite({
    config,
    provider,
    apiDocument: () => documents.v1() as unknown as ApiDocument,
    origin,
    metrics,
    log,
  });
  const server = serverOf(basis, opened, [...routes, ...operations], publicSite.site);
  // First, since parts need the port; closed first, so that requests end while the parts still run.
  port = await listen(server, config);
  const all = [...parts, publicSite];
  await startAll(all);
  const { mailboxKey } = accounts;
  return {
    port,
    ...(mailboxKey === undefined ? {} : { mailboxKey }),
    async stop() {
      await server.close();
      await stopAll(all);
    },
  };
}

function serverOf(
  { context, metrics }: Basis,
  { accounts, apiKeys, support, rateLimits, browserSession }: Awaited<ReturnType<typeof openParts>>,
  routes: readonly Route[],
  site: ReturnType<typeof openSite>['site'],
): HttpServer {
  const { config, tracing, log } = context;
  return createServer({
    routes,
    pages: accounts.pages,
    authenticator: browserSession,
    keyGate: apiKeys.gate,
    countChange: (caller) => rateLimits.countChange(caller),
    uploadsPerMinute: config.uploadsPerMinute,
    trustedProxies: config.trustedProxies,
    humanCheck: config.turnstile !== undefined,
    stripe: config.stripe !== undefined,
    hosts: config.hosts,
    origins: [originOf(config, config.port), ...Object.values(config.hosts ?? {})],
    others: othersOf(config),
    site,
    clientDirectory,
    dialects: DIALECTS,
    errorReports: support.errorReports,
    metrics,
    tracing,
    log,
  });
}

async function listen(server: HttpServer, { host, port }: ServiceContext['config']): Promise<number> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new ConfigError(`The setting PORT is ${port}, which another program has taken.`);
    }
    throw error;
  }
}
