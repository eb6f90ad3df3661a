import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../../reasons.ts';
import { StartError } from '../start-error.ts';
import type { Binaries } from './binaries.ts';
import { UNFINISHED } from './directory.ts';
import { lastWords, run, type Account } from './run.ts';

export const DATABASE = 'clearcut';

/** Rights on functions are per database. */
export const MAINTENANCE_DATABASE = 'postgres';

/** Clusters of earlier versions lack it. */
const BACKUP_RIGHTS = 'backup-rights';

const GRANT_BACKUP = `GRANT EXECUTE ON FUNCTION pg_backup_start(text, boolean), pg_backup_stop(boolean) TO ${DATABASE};`;

export interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly password: string;
}

const newPassword = () => randomBytes(24).toString('hex');

async function checked(step: Promise<{ ok: boolean; output: string }>): Promise<void> {
  const { ok, output } = await step;
  if (!ok) throw new StartError(`PostgreSQL could not prepare its database: ${lastWords(output)}`);
}

async function create(folder: string, binaries: Binaries, account: Account): Promise<void> {
  const data = join(folder, 'data');
  const secret = async (name: string, value: string) => {
    const path = join(folder, name);
    await writeFile(path, value, { mode: 0o600 });
    if (account !== undefined) await chown(path, account.uid, account.gid);
    return path;
  };
  // Not kept: a reader of the data folder can set another anyway.
  const superuser = await secret('superuser', newPassword());
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${superuser}`];
  await checked(run(binaries.initdb, ['-D', data, ...locale, ...login, '--no-instructions'], { account }));
  await rm(superuser);

  const password = newPassword();
  await secret('password', password);
  // Through a superuser, an injected statement could run programs. CREATEDB is for test databases and rebuilds.
  await runAlone(data, binaries, account, [
    `CREATE ROLE ${DATABASE} LOGIN CREATEDB PASSWORD '${password}';`,
    `CREATE DATABASE ${DATABASE} OWNER ${DATABASE};`,
    GRANT_BACKUP,
  ]);
  await secret(BACKUP_RIGHTS, '');
}

/** No server may be running on `data`. */
async function runAlone(data: string, binaries: Binaries, account: Account, sql: readonly string[]): Promise<void> {
  const single = ['--single', '-D', data, '-c', 'exit_on_error=on', MAINTENANCE_DATABASE];
  await checked(run(binaries.postgres, single, { account, input: `${sql.join('\n')}\n` }));
}

/**
 * No server may be running.
 * @throws StartError
 */
export async function grantBackup({ folder, data }: Cluster, binaries: Binaries, account: Account): Promise<void> {
  const marker = join(folder, BACKUP_RIGHTS);
  if ((await lstat(marker).catch(() => undefined)) !== undefined) return;
  await runAlone(data, binaries, account, [GRANT_BACKUP]);
  await writeFile(marker, '', { mode: 0o600 });
}

/**
 * Renamed into place, so that a killed start leaves no half.
 * @throws StartError
 */
export async function openCluster(directory: string, binaries: Binaries, account: Account): Promise<Cluster> {
  const folder = join(directory, 'cluster');
  try {
    for (const name of await readdir(directory)) {
      // A dying initdb may still add files.
      const retries = { maxRetries: 12, retryDelay: 100 };
      if (name.startsWith(UNFINISHED)) await rm(join(directory, name), { recursive: true, force: true, ...retries });
    }
    if ((await lstat(folder).catch(() => undefined)) === undefined) {
      const unfinished = await mkdtemp(join(directory, UNFINISHED));
      if (account !== undefined) await chown(unfinished, account.uid, account.gid);
      await create(unfinished, binaries, account);
      await rename(unfinished, folder);
    }
    return { folder, data: join(folder, 'data'), password: await readFile(join(folder, 'password'), 'utf8') };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database folder ${directory} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}
