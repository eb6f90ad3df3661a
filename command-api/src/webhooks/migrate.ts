import type { Database } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';

export function migrateWebhooks(database: Database): Promise<void> {
  return migrate(database, { schema: 'webhooks', directory: new URL('migrations/', import.meta.url) });
}
