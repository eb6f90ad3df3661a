import type { Database } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';

export function migrateAccounts(database: Database): Promise<void> {
  return migrate(database, { schema: 'identity', directory: new URL('migrations/', import.meta.url) });
}
