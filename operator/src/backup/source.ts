import { join } from 'node:path';
import { UsageError } from '@clearcut/platform/cli/command';
import type { Config } from '@clearcut/platform/config/config';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { MAINTENANCE_DATABASE } from '@clearcut/platform/launcher/postgres/cluster';
import { explainUnreachable, findDatabaseUrl } from '../database-url.ts';

export interface Source {
  readonly cluster: string;
  readonly wal: string;
  readonly blobs: string;
  readonly dataDir: string;
}

/** @throws UsageError when the operator's own servers hold the database or the pictures */
export function sourceOf({ databaseUrl, blobStore, eventStoreUrl, dataDir }: Config): Source {
  if (databaseUrl !== undefined || blobStore !== undefined || eventStoreUrl !== undefined) {
    throw new UsageError(
      'Backups are of what npm start keeps in DATA_DIR. Your settings name servers of your own: back those up with their own tools, as docs/backup.md says.',
    );
  }
  const cluster = join(dataDir, 'postgres/cluster');
  return { cluster, wal: join(cluster, 'data/pg_wal'), blobs: join(dataDir, 'blobs'), dataDir };
}

export type Connection = Awaited<ReturnType<Database['connect']>>;

/**
 * Connects with the right to take backups.
 * @throws NotRunningError
 */
export async function withConnection<T>(dataDir: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const url = new URL(await findDatabaseUrl({ databaseUrl: undefined, dataDir }));
  url.pathname = `/${MAINTENANCE_DATABASE}`;
  const database = createDatabase(url.href, { name: 'backup' });
  try {
    const connection = await database.connect();
    try {
      return await work(connection);
    } finally {
      await connection.end();
    }
  } catch (error) {
    throw await explainUnreachable(error, { databaseUrl: undefined, dataDir });
  } finally {
    await database.close();
  }
}
