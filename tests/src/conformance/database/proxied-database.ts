import { createDatabase, type Database, type DatabaseOptions } from '@clearcut/platform/database/database';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

export interface ProxiedDatabase {
  readonly testDatabase: TestDatabase;
  readonly proxy: TcpProxy;
  /** Address through the proxy. */
  readonly url: string;
  readonly database: Database;
  /** Connects directly. */
  readonly control: Database;
  close(): Promise<void>;
}

export async function openProxiedDatabase(options: Omit<DatabaseOptions, 'name'> = {}): Promise<ProxiedDatabase> {
  const testDatabase = await createTestDatabase();
  const url = new URL(testDatabase.url);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${proxy.port}`;
  const database = createDatabase(url.href, { name: 'under test', ...options });
  const control = createDatabase(testDatabase.url, { name: 'control' });
  return {
    testDatabase,
    proxy,
    url: url.href,
    database,
    control,
    async close() {
      await database.close();
      await control.close();
      await proxy.close();
      await testDatabase.drop();
    },
  };
}

export const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
