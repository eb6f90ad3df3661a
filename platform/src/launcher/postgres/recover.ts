import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { serverAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { DATABASE, openCluster } from './cluster.ts';
import { openDirectory } from './directory.ts';
import { freePort, startPostmaster } from './postmaster.ts';
import { run } from './run.ts';

export interface Recovery {
  /** Folder of the installation's PostgreSQL, which is made; it holds no cluster yet. */
  readonly directory: string;
  /** Puts the base of a backup into the folder it is given: what lay in `cluster` of the installation that was backed up. */
  readonly copyBase: (cluster: string) => Promise<void>;
  /** Puts the files of the write-ahead log into the folder it is given. */
  readonly copyWal: (folder: string) => Promise<void>;
  /** Undefined: everything that the write-ahead log holds. */
  readonly until: Date | undefined;
}

const NOT_REACHED = 'recovery ended before configured recovery target';

/** PostgreSQL knows no names of zones, nor `Z`, while it reads its settings. */
const inSetting = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '+00');

/** For a shell, in a setting of PostgreSQL, where `%` begins a placeholder. */
const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`;

/**
 * Makes a cluster from a base and the write-ahead log that follows it, and hands `work` the address of its database, which is up for so long.
 * Afterwards the cluster is as a clean stop leaves it.
 * @throws StartError when PostgreSQL cannot make one of them, with its own words
 */
export async function recoverCluster(
  { directory, copyBase, copyWal, until }: Recovery,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const account = await serverAccount(directory);
  const folder = await openDirectory(directory, account);
  const binaries = await findBinaries(folder, account);
  const wal = join(folder, 'recovered-wal');
  await copyBase(join(folder, 'cluster'));
  await copyWal(wal);
  await writeFile(join(folder, 'cluster/data/recovery.signal'), '');
  if (account !== undefined) await run('chown', ['-R', `${account.uid}:${account.gid}`, folder]);

  const { data, password } = await openCluster(folder, binaries, account);
  const port = await freePort();
  const start = (target: Readonly<Record<string, string>>) =>
    startPostmaster({
      binaries,
      account,
      data,
      logFile: join(folder, 'postgresql.log'),
      port,
      // Ready means recovered: no reader is let in before.
      extraSettings: { restore_command: `cp ${quoted(wal)}/%f "%p"`, hot_standby: 'off', ...target },
    });
  const postmaster =
    until === undefined
      ? await start({})
      : await start({ recovery_target_time: inSetting(until), recovery_target_action: 'promote' }).catch(
          (error: unknown) => {
            // Nothing was written between the log's end and that moment: all of the log is how it was then.
            if (error instanceof StartError && error.message.includes(NOT_REACHED)) return start({});
            throw error;
          },
        );
  try {
    await work(`postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`);
  } finally {
    postmaster.process.kill('SIGINT');
    await postmaster.ended;
  }
  await rm(wal, { recursive: true });
}
