import { createDatabase } from '@clearcut/platform/database/database';
import { connectKafka } from '@clearcut/platform/message-bus/kafka/kafka';
import { createKafkaMessageBus } from '@clearcut/platform/message-bus/kafka/kafka-message-bus';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import { migrateMessageBus } from '@clearcut/platform/message-bus/postgres/postgres-message-bus';
import { pino } from 'pino';
import { createTestDatabase } from '../../support/postgres.ts';
import { LEASE_SECONDS, type AdapterUnderTest } from './adapter.ts';

/** Priority from which messages are bulk. */
export const BULK_FROM = 3;

interface Settings {
  readonly brokers: string;
  readonly databaseUrl: string;
}

/** @param settings JSON of `Settings` */
export function connect(settings: string): MessageBus {
  const { brokers, databaseUrl } = JSON.parse(settings) as Settings;
  const database = createDatabase(databaseUrl, { name: 'message-bus-test', max: 8 });
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const kafka = connectKafka({ brokers: brokers.split(','), clientId: 'message-bus-test', log });
  const bus = createKafkaMessageBus({ kafka, database, log, bulkFrom: BULK_FROM, lease: { seconds: LEASE_SECONDS } });
  return {
    ...bus,
    async close() {
      await Promise.all([bus.close(), kafka.close()]);
      await database.close();
    },
  };
}

export async function startKafkaAdapter(brokers: string): Promise<AdapterUnderTest> {
  const test = await createTestDatabase();
  const database = createDatabase(test.url, { name: 'message-bus-migration' });
  await migrateMessageBus(database);
  await database.close();
  const settings: Settings = { brokers, databaseUrl: test.url };
  return { module: new URL(import.meta.url), settings: JSON.stringify(settings), stop: () => test.drop() };
}
