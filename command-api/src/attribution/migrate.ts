import type { Database } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';

export function migrateAttribution(database: Database): Promise<void> {
  return migrate(database, { schema: 'attribution', directory: new URL('migrations/', import.meta.url) });
}
