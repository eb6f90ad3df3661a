import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import type { EventBatch, EventStore, Position, RecordedEvent } from '@clearcut/platform/event-store/port';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { IMAGE_JOBS, IMAGE_RESULTS } from '@clearcut/schemas/transaction/jobs';
import { openAdapters } from './adapters.ts';
import { dropJobs } from './held-jobs.ts';
import { createTestDatabase } from './postgres.ts';
import { childPidIn, eventually, type Product, type Service, startProduct } from './product.ts';
import { keysIn } from './servers/s3.ts';
import { ownNames } from './servers/scale.ts';
import { sharedProduct } from './shared-products.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** The started product with access to its data: log, blobs and spool. */
export interface Installation {
  readonly url: string;
  readonly databaseUrl: string;
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly blobStore: BlobStore;
  readonly messageBus: MessageBus;
  /** Settings of its processes, so that the operator's commands find the same stores. */
  readonly settings: Readonly<Record<string, string>>;
  /** Before the log, where that is a plain server of its own. */
  readonly logProxy: TcpProxy | undefined;
  /** The log; of some categories only, if given. */
  events(...categories: string[]): Promise<RecordedEvent<ClearcutEvent>[]>;
  uploads(): Promise<string[]>;
  typesOf(stream: `${string}-${string}`): Promise<string[]>;
  eventTypes(transactionId: string): Promise<string[]>;
  blobs(): Promise<string[]>;
  blobsOf(transactionId: string): Promise<string[]>;
  spooled(): Promise<string[]>;
  fileNames(): Promise<string[]>;
  /** Resolves when no picture is in work. */
  settled(): Promise<void>;
  /** The service's current process; rejects during its replacement. */
  childPid(service: Service): Promise<number>;
  /** Kills a service like a power cut; resolves when another process has replaced it. */
  replace(service: Service): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param dataFolder with content; the caller removes it. Default: a new one.
 * @param root of a copy of the project to start instead
 */
export async function startInstallation(
  env: Record<string, string> = {},
  dataFolder?: string,
  root?: string,
): Promise<Installation> {
  const testDatabase = await createTestDatabase();
  const settings: Record<string, string> = {
    ...ownNames(testDatabase.url),
    DATABASE_URL: testDatabase.url,
    ...env,
  };
  const logProxy = await proxyOf(settings);
  if (logProxy !== undefined) settings['EVENT_STORE_URL'] = logProxy.url;
  // On the tests' server: a new one per file would take longer than the tests.
  const product = await startProduct({
    env: settings,
    ...(dataFolder === undefined ? {} : { dataDir: dataFolder }),
    ...(root === undefined ? {} : { root }),
  });
  return lookInto({ ...product, logProxy: logProxy?.proxy }, settings, async () => {
    await product.stop();
    await logProxy?.proxy.close();
    await testDatabase.drop();
  });
}

/**
 * The default product shared by successive test files, if there is one, else a new one. Earlier files' data is still
 * there, so a test that counts everything starts its own.
 */
export async function sharedInstallation(): Promise<Installation> {
  const shared = sharedProduct();
  if (shared === undefined) return startInstallation();
  const { url, dataDir, databaseUrl } = shared;
  const childPid = (service: Service) => childPidIn(dataDir, service);
  const settings = { ...ownNames(databaseUrl), DATABASE_URL: databaseUrl };
  const installation = await lookInto(
    { url, dataDir, databaseUrl, childPid, logProxy: undefined },
    settings,
    async () => {},
  );
  // All tests share one address.
  await installation.database.query('DELETE FROM identity.rate_limits');
  return {
    ...installation,
    async stop() {
      // Else the next file's pictures wait for those of this one.
      await dropJobs(installation.database);
      await installation.stop();
    },
  };
}

/** Undefined with the log in PostgreSQL, in a cluster or behind TLS. */
async function proxyOf({
  EVENT_STORE_URL: log = '',
}: Record<string, string>): Promise<{ readonly proxy: TcpProxy; readonly url: string } | undefined> {
  if (!log.includes('tls=false') || log.includes(',')) return undefined;
  const { hostname, port, host } = new URL(log);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  return { proxy, url: log.replace(host, `127.0.0.1:${proxy.port}`) };
}

async function lookInto(
  product: Pick<Product, 'url' | 'dataDir' | 'databaseUrl' | 'childPid'> & Pick<Installation, 'logProxy'>,
  env: Record<string, string>,
  stop: () => Promise<void>,
): Promise<Installation> {
  const { url, dataDir, databaseUrl, logProxy } = product;
  const adapters = await openAdapters({ databaseUrl, dataDir, env });
  const { config, database, eventStore, blobStore, messageBus } = adapters;
  const typesOf: Installation['typesOf'] = async (stream) =>
    (await eventStore.readStream(stream)).map(({ event }) => event.type);
  const blobs = (): Promise<string[]> =>
    config.blobStore === undefined ? filesIn(join(dataDir, 'blobs')) : keysIn(config.blobStore);

  return {
    url,
    databaseUrl,
    database,
    eventStore,
    blobStore,
    messageBus,
    settings: { ...env, DATA_DIR: dataDir },
    logProxy,
    events: (...categories) => eventsOf(eventStore, categories),
    uploads: async () =>
      (await eventsOf(eventStore, ['transaction'])).flatMap(({ event }) =>
        event.type === 'ImageUploaded' ? [event.data.transactionId] : [],
      ),
    typesOf,
    eventTypes: (id) => typesOf(`transaction-${id}`),
    blobs,
    blobsOf: async (id) => (await blobs()).filter((path) => path.includes(id)),
    spooled: () => filesIn(join(dataDir, 'spool')),
    fileNames: async () =>
      (await database.query<{ name: string }>('SELECT name FROM identity.file_names')).map(({ name }) => name),
    async settled() {
      await eventually(async () => {
        const depths = await Promise.all([IMAGE_JOBS, IMAGE_RESULTS].map((topic) => messageBus.depth(topic)));
        return depths.every((depth) => depth === 0) ? true : undefined;
      });
    },
    childPid: (service) => product.childPid(service),
    async replace(service) {
      const before = await product.childPid(service);
      process.kill(before, 'SIGKILL');
      await eventually(async () => {
        const after = await product.childPid(service).catch(() => before);
        return after !== before && (await answers(`${url}/healthz`)) ? true : undefined;
      });
    },
    async stop() {
      await adapters.close();
      await stop();
    },
  };
}

async function eventsOf(
  eventStore: EventStore<ClearcutEvent>,
  categories: readonly string[],
): Promise<RecordedEvent<ClearcutEvent>[]> {
  const events: RecordedEvent<ClearcutEvent>[] = [];
  let from: Position | null = null;
  for (let isCaughtUp = false; !isCaughtUp;) {
    const batch: EventBatch<ClearcutEvent> = await eventStore.readAll({
      from,
      ...(categories.length > 0 && { filter: { categories } }),
    });
    events.push(...batch.events);
    ({ position: from, caughtUp: isCaughtUp } = batch);
  }
  return events;
}

async function filesIn(directory: string): Promise<string[]> {
  const read = () => readdir(directory, { recursive: true, withFileTypes: true });
  // If removed in between, the folder is missing on the second read.
  const entries = await read().catch(read);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
