import type { Database } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';

export function migrateCredits(database: Database): Promise<void> {
  return migrate(database, { schema: 'credits', directory: new URL('migrations/', import.meta.url) });
}
