import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, StartError } from '../start-error.ts';
import type { Binaries } from './binaries.ts';
import { UNFINISHED } from './directory.ts';
import { lastWords, run, type Account } from './run.ts';

/** Name of the database and of the role that owns it. */
export const DATABASE = 'clearcut';

/** Database that a backup is taken through: functions have their rights by database, and this one is there before ours. */
export const MAINTENANCE_DATABASE = 'postgres';

/** Beside the cluster's data: says that the role may take a backup. Clusters of earlier versions have no such file. */
const BACKUP_RIGHTS = 'backup-rights';

const GRANT_BACKUP = `GRANT EXECUTE ON FUNCTION pg_backup_start(text, boolean), pg_backup_stop(boolean) TO ${DATABASE};`;

export interface Cluster {
  /** Holds `data` and what we keep beside it. */
  readonly folder: string;
  /** PostgreSQL's own data folder. */
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
  // initdb insists on a password for the superuser. It is not kept: a person who may read the data folder can set another in single-user mode.
  const superuser = await secret('superuser', newPassword());
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${superuser}`];
  await checked(run(binaries.initdb, ['-D', data, ...locale, ...login, '--no-instructions'], { account }));
  await rm(superuser);

  const password = newPassword();
  await secret('password', password);
  // In single-user mode, so that a cluster is either whole or not there, and no server has to be up. Not a superuser:
  // with such a role an injected statement could run programs. CREATEDB is for test databases and side-by-side rebuilds.
  await runAlone(data, binaries, account, [
    `CREATE ROLE ${DATABASE} LOGIN CREATEDB PASSWORD '${password}';`,
    `CREATE DATABASE ${DATABASE} OWNER ${DATABASE};`,
    GRANT_BACKUP,
  ]);
  await secret(BACKUP_RIGHTS, '');
}

/** Statements in single-user mode, which must each be one line. No server may be running on `data`. */
async function runAlone(data: string, binaries: Binaries, account: Account, sql: readonly string[]): Promise<void> {
  const single = ['--single', '-D', data, '-c', 'exit_on_error=on', MAINTENANCE_DATABASE];
  await checked(run(binaries.postgres, single, { account, input: `${sql.join('\n')}\n` }));
}

/**
 * Lets the role take backups in a cluster that an earlier version made. No server may be running on it.
 * @throws StartError
 */
export async function grantBackup({ folder, data }: Cluster, binaries: Binaries, account: Account): Promise<void> {
  const marker = join(folder, BACKUP_RIGHTS);
  if ((await lstat(marker).catch(() => undefined)) !== undefined) return;
  await runAlone(data, binaries, account, [GRANT_BACKUP]);
  await writeFile(marker, '', { mode: 0o600 });
}

/**
 * Opens the cluster in `directory`, and makes it when there is none. It is made beside its place and renamed when whole: a start
 * that was killed half-way leaves nothing that the next one would take for a database.
 * @throws StartError
 */
export async function openCluster(directory: string, binaries: Binaries, account: Account): Promise<Cluster> {
  const folder = join(directory, 'cluster');
  try {
    for (const name of await readdir(directory)) {
      // An initdb whose launcher was killed may still be at work in it for a second or two, and add files while we remove them.
      const patience = { maxRetries: 12, retryDelay: 100 };
      if (name.startsWith(UNFINISHED)) await rm(join(directory, name), { recursive: true, force: true, ...patience });
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
