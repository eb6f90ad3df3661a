import type { Database } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';

export function migrateApiKeys(database: Database): Promise<void> {
  return migrate(database, { schema: 'api_keys', directory: new URL('migrations/', import.meta.url) });
}
