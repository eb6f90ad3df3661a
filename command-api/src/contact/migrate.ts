import type { Database } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';

export function migrateContact(database: Database): Promise<void> {
  return migrate(database, { schema: 'contact', directory: new URL('migrations/', import.meta.url) });
}
