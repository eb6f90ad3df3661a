import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import type { EventBatch, EventStore, Position, RecordedEvent } from '@clearcut/platform/event-store/port';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { IMAGE_JOBS, IMAGE_RESULTS } from '@clearcut/schemas/transaction/jobs';
import { openAdapters } from './adapters.ts';
import { createTestDatabase } from './postgres.ts';
import { childPidIn, eventually, type Product, type Service, startProduct } from './product.ts';
import { keysIn } from './servers/s3.ts';
import { sharedProduct } from './shared-products.ts';

/** The started product, and a look at what it keeps: the log of events, the blobs and the spool. */
export interface Installation {
  readonly url: string;
  readonly databaseUrl: string;
  /** For looking into tables. */
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly blobStore: BlobStore;
  readonly messageBus: MessageBus;
  /** Ids of all transactions in the log, oldest first. */
  uploads(): Promise<string[]>;
  /** Of the events in a stream, in order. */
  typesOf(stream: `${string}-${string}`): Promise<string[]>;
  eventTypes(transactionId: string): Promise<string[]>;
  blobs(): Promise<string[]>;
  blobsOf(transactionId: string): Promise<string[]>;
  spooled(): Promise<string[]>;
  fileNames(): Promise<string[]>;
  /** Resolves when no picture is being worked on any more. */
  settled(): Promise<void>;
  /** The present process of a service; rejects while it is being replaced. */
  childPid(service: Service): Promise<number>;
  /** Kills a service as a power cut would; resolves when it is gone and another has taken its place. */
  replace(service: Service): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param dataFolder that something lies in already; the caller removes it. Default: a new one.
 * @param root of a copy of the project, to be started in its place
 */
export async function startInstallation(
  env: Record<string, string> = {},
  dataFolder?: string,
  root?: string,
): Promise<Installation> {
  const testDatabase = await createTestDatabase();
  // On the tests' server: a new one for each file would take longer than the tests themselves.
  const product = await startProduct({
    env: { DATABASE_URL: testDatabase.url, ...env },
    ...(dataFolder === undefined ? {} : { dataDir: dataFolder }),
    ...(root === undefined ? {} : { root }),
  });
  return lookInto(product, env, async () => {
    await product.stop();
    await testDatabase.drop();
  });
}

/**
 * The product without settings that is kept for test files one after the other, where there is one, else a new one. What earlier files
 * made is still there, so a test that counts all there is starts its own.
 */
export async function sharedInstallation(): Promise<Installation> {
  const shared = sharedProduct();
  if (shared === undefined) return startInstallation();
  const { url, dataDir, databaseUrl } = shared;
  const childPid = (service: Service) => childPidIn(dataDir, service);
  const installation = await lookInto({ url, dataDir, databaseUrl, childPid }, {}, async () => {});
  // All tests come from one address.
  await installation.database.query('DELETE FROM identity.rate_limits');
  return installation;
}

async function lookInto(
  product: Pick<Product, 'url' | 'dataDir' | 'databaseUrl' | 'childPid'>,
  env: Record<string, string>,
  stop: () => Promise<void>,
): Promise<Installation> {
  const { url, dataDir, databaseUrl } = product;
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
    uploads: async () =>
      (await eventsOf(eventStore, 'transaction')).flatMap(({ event }) =>
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

/** All events of a category up to now. */
async function eventsOf(
  eventStore: EventStore<ClearcutEvent>,
  category: string,
): Promise<RecordedEvent<ClearcutEvent>[]> {
  const events: RecordedEvent<ClearcutEvent>[] = [];
  let from: Position | null = null;
  for (let isCaughtUp = false; !isCaughtUp;) {
    const batch: EventBatch<ClearcutEvent> = await eventStore.readAll({ from, filter: { categories: [category] } });
    events.push(...batch.events);
    ({ position: from, caughtUp: isCaughtUp } = batch);
  }
  return events;
}

async function filesIn(directory: string): Promise<string[]> {
  const read = () => readdir(directory, { recursive: true, withFileTypes: true });
  // A folder that was removed meanwhile is not there the second time.
  const entries = await read().catch(read);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
