/** PostgreSQL over TLS only, with a private certificate authority. */
import { randomUUID } from 'node:crypto';
import { createDatabase } from '@clearcut/platform/database/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { photo } from '../support/pictures.ts';
import { startProduct } from '../support/product.ts';
import { STAND_IN } from '../support/servers/stand-in-certificate.ts';

let server: OwnPostgres;
/** The server's address with other client settings. */
function address(settings: Record<string, string>): string {
  const url = new URL(server.url);
  url.hostname = 'localhost';
  url.search = new URLSearchParams(settings).toString();
  return url.href;
}
const trusting = (): string => address({ sslmode: 'verify-full', sslrootcert: STAND_IN.certificate });

beforeAll(async () => {
  server = await startOwnPostgres({
    files: [STAND_IN.certificate, STAND_IN.key],
    settings: { ssl: 'on', ssl_cert_file: 'stand-in.pem', ssl_key_file: 'stand-in.key' },
    access: 'hostnossl all clearcut all reject\n',
  });
});
afterAll(() => server.stop());

/** Outcome of a query at that address. */
async function ask(url: string): Promise<string> {
  const database = createDatabase(url, { name: 'test' });
  try {
    const [row] = await database.query<{ version: string }>(
      'SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return row?.version ?? 'plain';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await database.close();
  }
}

test('trusts a server only by the authority that the setting names', async () => {
  expect(await ask(trusting())).toBe('TLSv1.3');
  expect(await ask(address({ sslmode: 'verify-full' }))).toMatch(/self-signed certificate/);
  expect(await ask(address({ sslmode: 'disable' }))).toMatch(/rejects connection/);
});

test('all processes of the product connect to it with TLS', async () => {
  const product = await startProduct({ env: { DATABASE_URL: trusting() } });
  try {
    const client = createClient(product.url, { clientId: randomUUID() });
    expect((await client.process(await photo({ width: 320, height: 240 }))).status).toBe('UPLOADED');
    const database = createDatabase(trusting(), { name: 'test' });
    const rows = await database.query<{ name: string; ssl: boolean }>(
      `SELECT DISTINCT application_name AS name, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
       WHERE usename = current_user AND backend_type = 'client backend' ORDER BY 1`,
    );
    await database.close();
    expect(rows).toEqual(
      ['command-api', 'inference-worker', 'projections', 'test'].map((name) => ({ name, ssl: true })),
    );
  } finally {
    await product.stop();
  }
});
