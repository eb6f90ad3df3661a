import type { Database } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';

export function migrateTemplates(database: Database): Promise<void> {
  return migrate(database, { schema: 'templates', directory: new URL('migrations/', import.meta.url) });
}
