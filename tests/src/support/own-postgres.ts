import { randomUUID } from 'node:crypto';
import { chmod, chown, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startEmbeddedPostgres } from '@clearcut/platform/launcher/embedded-postgres';
import { serverAccount } from '@clearcut/platform/launcher/postgres/account';
import { findBinaries } from '@clearcut/platform/launcher/postgres/binaries';
import { MAINTENANCE_DATABASE } from '@clearcut/platform/launcher/postgres/cluster';
import { run } from '@clearcut/platform/launcher/postgres/run';
import { createLogger } from '@clearcut/platform/telemetry/logger';

export interface OwnPostgres {
  /** The database owned by the tests' role. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface OwnPostgresOptions {
  /** Added to postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Put before the lines of pg_hba.conf: the first match counts. */
  readonly access?: string;
  /** Copied into the server's data folder, readable only for it. */
  readonly files?: readonly string[];
  /** Run as superuser, one statement each. */
  readonly sql?: readonly string[];
}

/** A server for one test file, with superuser settings. */
export async function startOwnPostgres(options: OwnPostgresOptions): Promise<OwnPostgres> {
  const { settings = {}, access = '', files = [], sql = [] } = options;
  // Created by the start itself: the user who runs the server for root could not enter root's private folder.
  const directory = join(tmpdir(), `clearcut-test-postgres-${randomUUID()}`);
  const log = createLogger('test-postgres', { logLevel: 'fatal' });
  await (await startEmbeddedPostgres({ directory, log })).stop();
  const account = await serverAccount(directory);
  const data = join(directory, 'cluster', 'data');
  for (const file of files) {
    const copy = join(data, basename(file));
    await copyFile(file, copy);
    await chmod(copy, 0o600);
    if (account !== undefined) await chown(copy, account.uid, account.gid);
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(join(data, 'postgresql.conf'), lines.join(''), { flag: 'a' });
  const accessFile = join(data, 'pg_hba.conf');
  await writeFile(accessFile, access + (await readFile(accessFile, 'utf8')));
  if (sql.length > 0) {
    const { postgres } = await findBinaries(directory, account);
    const alone = ['--single', '-D', data, '-c', 'exit_on_error=on', MAINTENANCE_DATABASE];
    const { ok, output } = await run(postgres, alone, { account, input: `${sql.join('\n')}\n` });
    if (!ok) throw new Error(output);
  }
  const server = await startEmbeddedPostgres({ directory, log });
  return {
    url: server.url,
    async stop() {
      await server.stop({ immediate: true });
      await rm(directory, { recursive: true, force: true });
    },
  };
}
