import type { Database } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';

export function migrateSupport(database: Database): Promise<void> {
  return migrate(database, { schema: 'support', directory: new URL('migrations/', import.meta.url) });
}
