import { join } from 'node:path';
import { ConfigError } from '@clearcut/platform/config/config';
import { projectRoot } from '@clearcut/platform/config/project';
import type { RunningService, ServiceContext } from '@clearcut/platform/service';
import { createMetrics } from '@clearcut/platform/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import { createIdentity } from './http/identity.ts';
import { operationsRoutes } from './http/operations.ts';
import { createServer } from './http/server.ts';
import { migrateIdentity } from './identity/migrate.ts';
import { loadSecret } from './identity/secret.ts';
import { followChanges } from './transaction/changes.ts';
import type { FetchOptions } from './transaction/fetch-image/fetch-image.ts';
import { createTransactionHandler } from './transaction/handler.ts';
import { createTransactionReader } from './transaction/reader.ts';
import { startRemovalPolicy } from './transaction/removal-policy.ts';
import { startResultsPolicy } from './transaction/results-policy.ts';
import { startRetentionPolicy } from './transaction/retention-policy.ts';
import { transactionRoutes } from './transaction/routes.ts';
import { openSpool } from './transaction/spool.ts';
import { createUploader } from './transaction/upload.ts';

/**
 * Builds the service out of its parts and starts it.
 * @throws ConfigError when the port is taken
 */
export async function startCommandApi(
  context: ServiceContext,
  /** Where pictures may be fetched from; the default is the public internet. */
  fetchOptions: FetchOptions = {},
): Promise<RunningService & { readonly port: number }> {
  const { config, log, database, eventStore, messageBus, blobStore, signal } = context;
  await migrateIdentity(database);
  const secret = await loadSecret(database);
  const identity = createIdentity(secret);
  const spool = await openSpool(join(config.dataDir, 'spool'));
  const changes = await followChanges(database);
  const handler = createTransactionHandler(eventStore);
  const reader = createTransactionReader({ database, changes, handler, log });
  const uploader = createUploader({ database, blobStore, handler, reader, spool, secret, fetchOptions });
  const metrics = createMetrics('command-api');

  const routes = transactionRoutes({ database, blobStore, identity, handler, reader, changes, uploader, signal });
  const operations = operationsRoutes(
    { database, messageBus, metrics },
    routes.map(({ contract }) => contract),
  );
  const server = await createServer({
    routes: [...routes, ...operations],
    identity,
    uploadsPerMinute: config.uploadsPerMinute,
    clientDirectory: join(projectRoot, 'client', 'dist'),
    metrics,
    log,
  });
  const port = await listen(server, config);

  const results = startResultsPolicy({ messageBus, handler, blobStore, database, log });
  const removal = startRemovalPolicy({ eventStore, database, blobStore, log });
  const retention = startRetentionPolicy({ database, blobStore, handler, log });
  return {
    port,
    async stop() {
      await server.close();
      await Promise.all([results.stop(), removal.stop(), retention.stop(), changes.stop()]);
    },
  };
}

async function listen(server: FastifyInstance, { host, port }: ServiceContext['config']): Promise<number> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new ConfigError(`The setting PORT is ${port}, which another program has taken.`);
    }
    throw error;
  }
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
