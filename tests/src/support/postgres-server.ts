import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '@clearcut/platform/launcher/embedded-postgres';

/**
 * Global set-up: one real PostgreSQL server for the whole run, in a folder of its own, unless TEST_DATABASE_URL names one.
 * Each project of vitest calls this; the first one starts the server and the others find the variable set.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return undefined;
  const directory = await mkdtemp(join(tmpdir(), 'clearcut-test-postgres-'));
  const server = await startEmbeddedPostgres({ directory, log: pino({ level: 'silent' }) });
  process.env['TEST_DATABASE_URL'] = server.url;
  return async () => {
    delete process.env['TEST_DATABASE_URL'];
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
