import { createDatabase } from '@clearcut/platform/database/database';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import {
  createPostgresMessageBus,
  migrateMessageBus,
} from '@clearcut/platform/message-bus/postgres/postgres-message-bus';
import { pino } from 'pino';
import { createTestDatabase } from '../../support/postgres.ts';
import { LEASE_SECONDS, type AdapterUnderTest } from './adapter.ts';

/** @param settings URL of the database */
export function connect(settings: string): MessageBus {
  const database = createDatabase(settings, { name: 'message-bus-test', max: 8 });
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const bus = createPostgresMessageBus({ database, log, lease: { seconds: LEASE_SECONDS } });
  return {
    ...bus,
    async close() {
      await bus.close();
      await database.close();
    },
  };
}

export async function startPostgresAdapter(): Promise<AdapterUnderTest> {
  const test = await createTestDatabase();
  const database = createDatabase(test.url, { name: 'message-bus-migration' });
  await migrateMessageBus(database);
  await database.close();
  return { module: new URL(import.meta.url), settings: test.url, stop: () => test.drop() };
}
