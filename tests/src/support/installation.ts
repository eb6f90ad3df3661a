import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '@clearcut/platform/database/database';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { type ClearcutEvent, eventCodec } from '@clearcut/schemas/events/catalogue';
import { createPostgresMessageBus } from '@clearcut/platform/message-bus/postgres/postgres-message-bus';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { IMAGE_JOBS, IMAGE_RESULTS } from '@clearcut/schemas/transaction/jobs';
import { createTestDatabase } from './postgres.ts';
import { eventually, type Service, startProduct } from './product.ts';

/** The started product, and a look at what it keeps: the log of events, the blobs and the spool. */
export interface Installation {
  readonly url: string;
  readonly eventStore: EventStore<ClearcutEvent>;
  /** Ids of all transactions in the log, oldest first. */
  uploads(): Promise<string[]>;
  eventTypes(transactionId: string): Promise<string[]>;
  blobs(): Promise<string[]>;
  blobsOf(transactionId: string): Promise<string[]>;
  spooled(): Promise<string[]>;
  fileNames(): Promise<string[]>;
  /** Resolves when no picture is being worked on any more. */
  settled(): Promise<void>;
  /** Kills a service as a power cut would; resolves when it is gone and another has taken its place. */
  replace(service: Service): Promise<void>;
  stop(): Promise<void>;
}

export async function startInstallation(env: Record<string, string> = {}): Promise<Installation> {
  const testDatabase = await createTestDatabase();
  // On the tests' server: a new one for each file would take longer than the tests themselves.
  const product = await startProduct({ env: { DATABASE_URL: testDatabase.url, ...env } });
  const { url, dataDir } = product;
  const database = createDatabase(testDatabase.url, { name: 'acceptance' });
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });

  const messageBus = createPostgresMessageBus({ database, log: createLogger('test', { logLevel: 'silent' }) });

  return {
    url,
    eventStore,
    // From the table: a subscription may for a moment hold back what was only just appended.
    uploads: async () =>
      (
        await database.query<{ id: string }>(
          `SELECT data ->> 'transactionId' AS id FROM event_store.event WHERE type = 'ImageUploaded' ORDER BY position`,
        )
      ).map(({ id }) => id),
    eventTypes: async (id) => (await eventStore.readStream(`transaction-${id}`)).map(({ event }) => event.type),
    blobs: () => filesIn(join(dataDir, 'blobs')),
    blobsOf: async (id) => (await filesIn(join(dataDir, 'blobs'))).filter((path) => path.includes(id)),
    spooled: () => filesIn(join(dataDir, 'spool')),
    fileNames: async () =>
      (await database.query<{ name: string }>('SELECT name FROM identity.file_names')).map(({ name }) => name),
    async settled() {
      await eventually(async () => {
        const depths = await Promise.all([IMAGE_JOBS, IMAGE_RESULTS].map((topic) => messageBus.depth(topic)));
        return depths.every((depth) => depth === 0) ? true : undefined;
      });
    },
    async replace(service) {
      const before = await product.childPid(service);
      process.kill(before, 'SIGKILL');
      await eventually(async () => {
        const after = await product.childPid(service).catch(() => before);
        return after !== before && (await answers(`${url}/healthz`)) ? true : undefined;
      });
    },
    async stop() {
      await Promise.all([eventStore.close(), messageBus.close()]);
      await database.close();
      await product.stop();
      await testDatabase.drop();
    },
  };
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
