import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@clearcut/platform/launcher/embedded-postgres';
import { createLogger } from '@clearcut/platform/telemetry/logger';

/**
 * Global set-up of vitest: a PostgreSQL server for all test files of a run, named by TEST_DATABASE_URL. A server that is already named
 * there is used as it is.
 */
export default async function startServer(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL']) return undefined;
  // Made by the start itself: the user who runs the server for root could not enter a private folder of root's.
  const directory = join(tmpdir(), `clearcut-test-postgres-${randomUUID()}`);
  const log = createLogger('test-postgres', { logLevel: 'fatal' });
  // Of each product some fifty, and four products use it at once.
  const server = await startEmbeddedPostgres({ directory, log, extraSettings: { max_connections: '400' } });
  process.env['TEST_DATABASE_URL'] = server.url;
  return async () => {
    await server.stop({ hurry: true });
    await rm(directory, { recursive: true, force: true });
  };
}
