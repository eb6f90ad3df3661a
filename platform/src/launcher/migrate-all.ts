import { createDatabase, isConnectionError } from '../database/database.ts';
import { migrateEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { migrateSubscribers } from '../event-store/subscriber.ts';
import { migrateMessageBus } from '../message-bus/postgres/postgres-message-bus.ts';
import { reasonOf } from '../reasons.ts';
import { StartError } from './start-error.ts';

/** @throws StartError */
export async function migrateAll(databaseUrl: string): Promise<void> {
  const database = createDatabase(databaseUrl, { name: 'launcher' });
  try {
    await migrateEventStore(database);
    await migrateMessageBus(database);
    await migrateSubscribers(database);
  } catch (error) {
    const { host } = new URL(databaseUrl);
    const what = isConnectionError(error)
      ? `The database at ${host} cannot be reached`
      : 'The database cannot be prepared';
    throw new StartError(`${what}: ${reasonOf(error)}`, { cause: error });
  } finally {
    await database.close();
  }
}
