import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, StartError } from '../start-error.ts';
import type { Binaries } from './binaries.ts';
import { UNFINISHED } from './directory.ts';
import { lastWords, run, type Account } from './run.ts';

/** Name of the database and of the role that owns it. */
export const DATABASE = 'clearcut';

export interface Cluster {
  /** PostgreSQL's own data folder. */
  readonly data: string;
  readonly password: string;
}

const newPassword = () => randomBytes(24).toString('hex');

async function checked(step: Promise<{ ok: boolean; output: string }>): Promise<void> {
  const { ok, output } = await step;
  if (!ok) throw new StartError(`PostgreSQL could not make its database: ${lastWords(output)}`);
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
  const sql = [
    `CREATE ROLE ${DATABASE} LOGIN CREATEDB PASSWORD '${password}';`,
    `CREATE DATABASE ${DATABASE} OWNER ${DATABASE};`,
  ];
  const single = ['--single', '-D', data, '-c', 'exit_on_error=on', 'postgres'];
  await checked(run(binaries.postgres, single, { account, input: `${sql.join('\n')}\n` }));
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
    return { data: join(folder, 'data'), password: await readFile(join(folder, 'password'), 'utf8') };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database folder ${directory} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}
