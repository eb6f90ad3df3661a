import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@clearcut/platform/launcher/embedded-postgres';
import { createLogger } from '@clearcut/platform/telemetry/logger';

/**
 * Vitest's global set-up: a PostgreSQL server for all files of a run, in TEST_DATABASE_URL. Uses a server already named
 * there.
 */
export default async function startServer(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL']) return undefined;
  // Created by the start itself: the user who runs the server for root could not enter root's private folder.
  const directory = join(tmpdir(), `clearcut-test-postgres-${randomUUID()}`);
  const log = createLogger('test-postgres', { logLevel: 'fatal' });
  const extraSettings = {
    // Some fifty per product, and eight products use it at once.
    max_connections: '600',
    // Survives killed processes, which tests need, but no power cut. A commit then waits for no disk.
    fsync: 'off',
    full_page_writes: 'off',
  };
  const server = await startEmbeddedPostgres({ directory, log, extraSettings });
  process.env['TEST_DATABASE_URL'] = server.url;
  return async () => {
    await server.stop({ immediate: true });
    await rm(directory, { recursive: true, force: true });
  };
}
