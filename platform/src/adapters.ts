import { join } from 'node:path';
import { eventCodec, type ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createDiskBlobStore } from './blob-store/disk/disk-blob-store.ts';
import type { BlobStore } from './blob-store/port.ts';
import { ConfigError, type Config } from './config/config.ts';
import { createDatabase, type Database } from './database/database.ts';
import type { EventStore } from './event-store/port.ts';
import { createPostgresEventStore } from './event-store/postgres/postgres-event-store.ts';
import type { MessageBus } from './message-bus/port.ts';
import { createPostgresMessageBus } from './message-bus/postgres/postgres-message-bus.ts';
import type { Logger } from './telemetry/logger.ts';

export interface Adapters {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly messageBus: MessageBus;
  readonly blobStore: BlobStore;
  /** Ends every connection. What still runs on them fails. */
  close(): Promise<void>;
}

/**
 * The one place where settings choose what stands behind each port. `name` is shown in the database's list of connections.
 * @throws ConfigError without a database: services are started by the launcher, which tells them theirs
 */
export async function createAdapters(config: Config, log: Logger, name: string): Promise<Adapters> {
  if (config.databaseUrl === undefined) {
    throw new ConfigError('The setting DATABASE_URL is missing: only `npm start` brings a database of its own.');
  }
  const database = createDatabase(config.databaseUrl, { name });
  const blobStore = await createDiskBlobStore({ directory: join(config.dataDir, 'blobs') });
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });
  const messageBus = createPostgresMessageBus({ database, log });
  return {
    database,
    eventStore,
    messageBus,
    blobStore,
    async close() {
      await Promise.all([eventStore.close(), messageBus.close()]);
      await database.close();
    },
  };
}
