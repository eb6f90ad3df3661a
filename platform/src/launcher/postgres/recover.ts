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
  readonly directory: string;
  readonly copyBase: (cluster: string) => Promise<void>;
  readonly copyWal: (folder: string) => Promise<void>;
  readonly until: Date | undefined;
  /** Throws where the log may end before `until`. */
  readonly checkLog: () => Promise<void>;
  readonly signal: AbortSignal;
}

const NOT_REACHED = 'recovery ended before configured recovery target';

/** Settings accept neither zone names nor `Z`. */
const inSetting = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '+00');

/** `%` begins a placeholder. */
const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`;

/**
 * Leaves the cluster cleanly stopped.
 * @throws StartError
 */
export async function recoverCluster(
  { directory, copyBase, copyWal, until, checkLog, signal }: Recovery,
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
      signal,
      // Admits no reader before it is recovered.
      extraSettings: { restore_command: `cp ${quoted(wal)}/%f "%p"`, hot_standby: 'off', ...target },
    });
  const postmaster =
    until === undefined
      ? await start({})
      : await start({ recovery_target_time: inSetting(until), recovery_target_action: 'promote' }).catch(
          async (error: unknown) => {
            if (!(error instanceof StartError && error.message.includes(NOT_REACHED))) throw error;
            await checkLog();
            // Nothing was written in between: the whole log is that state.
            return start({});
          },
        );
  try {
    signal.throwIfAborted();
    await work(`postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`);
  } finally {
    postmaster.process.kill('SIGINT');
    await postmaster.ended;
  }
  await rm(wal, { recursive: true });
}
