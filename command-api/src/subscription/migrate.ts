import type { Database } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';

export function migrateSubscriptions(database: Database): Promise<void> {
  return migrate(database, { schema: 'billing', directory: new URL('migrations/', import.meta.url) });
}
