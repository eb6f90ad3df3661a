import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../telemetry/logger.ts';
import { serverAccount } from './postgres/account.ts';
import { findBinaries } from './postgres/binaries.ts';
import { DATABASE, grantBackup, openCluster } from './postgres/cluster.ts';
import { openDirectory } from './postgres/directory.ts';
import {
  freePort,
  startPostmaster,
  stopLeftover,
  type Postmaster,
  type PostmasterOptions,
} from './postgres/postmaster.ts';
import { spawnOptions, type Account } from './postgres/run.ts';
import { StartError } from './start-error.ts';

export interface EmbeddedPostgres {
  /** `postgres://…` of the database `clearcut`, whose owner may also create databases. Stays the same while this object lives. */
  readonly url: string;
  /** Of the server process; undefined while a server that died is being replaced. */
  pid(): number | undefined;
  /** Resolves when the server has ended and everything is on the disk. `hurry` leaves the clean-up to the next start. */
  stop(options?: { hurry?: boolean }): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** The services may take ten seconds to end after a launcher that was killed; they use the database until then. */
const GUARD_DELAY_SECONDS = 3;

/**
 * A shell that does nothing but wait for us to die, and then stops the server: without it a `kill -9` of the launcher would leave
 * PostgreSQL running until the next start.
 */
function startGuard(postmaster: Postmaster, account: Account): ChildProcess {
  const script = `read -r line; sleep ${GUARD_DELAY_SECONDS}; kill -INT "$1"`;
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(postmaster.process.pid)], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a guard everything works, save for that one comfort.
  guard.on('error', () => undefined);
  // Its pid may be another process's as soon as the server is gone.
  void postmaster.ended.then(() => guard.kill('SIGKILL'));
  return guard;
}

async function startFirst(options: Omit<PostmasterOptions, 'port'>): Promise<{ postmaster: Postmaster; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { postmaster: await startPostmaster({ ...options, port }), port };
    } catch (error) {
      const message = error instanceof StartError ? error.message : '';
      // Another process was quicker to take the port; or processes of a server that was killed have not noticed yet.
      const passing = /could not bind|could not create any TCP|shared memory block/.test(message);
      if (!passing || attempt === 50) throw error;
      await sleep(FIRST_RETRY_MS);
    }
  }
}

/**
 * Starts the PostgreSQL server that npm brought, with its cluster in `directory` (made when it is not there), on a free port of
 * 127.0.0.1. A server that dies is started again on the same port, so that connection pools find it. The cluster must not
 * be in use by another living launcher.
 * @throws StartError
 */
export async function startEmbeddedPostgres({
  directory,
  log,
  onChange,
  extraSettings = {},
}: Pick<PostmasterOptions, 'extraSettings'> & {
  directory: string;
  log: Logger;
  /** A server that died has been replaced: `pid()` is another. */
  onChange?: () => void;
}): Promise<EmbeddedPostgres> {
  const account = await serverAccount(directory);
  const folder = await openDirectory(directory, account);
  const binaries = await findBinaries(folder, account);
  const cluster = await openCluster(folder, binaries, account);
  const { data, password } = cluster;
  await stopLeftover(data, log);
  await grantBackup(cluster, binaries, account);

  const options = { binaries, account, data, logFile: join(folder, 'postgresql.log'), extraSettings };
  const first = await startFirst(options);
  const port = first.port;
  let postmaster: Postmaster | undefined = first.postmaster;
  const stopping = new AbortController();

  const supervise = async () => {
    while (postmaster !== undefined) {
      startGuard(postmaster, account);
      // Asked to stop while the server was coming up again.
      if (stopping.signal.aborted) postmaster.process.kill('SIGINT');
      await postmaster.ended;
      postmaster = undefined;
      for (let delay = FIRST_RETRY_MS; !stopping.signal.aborted && postmaster === undefined; delay *= 2) {
        log.error('the PostgreSQL server died: starting it again');
        try {
          postmaster = await startPostmaster({ ...options, port });
          onChange?.();
        } catch (error) {
          log.error({ err: error }, 'PostgreSQL does not start');
          await sleep(Math.min(delay, LAST_RETRY_MS), undefined, { signal: stopping.signal }).catch(() => undefined);
        }
      }
    }
  };
  const supervision = supervise();

  return {
    url: `postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`,
    pid: () => postmaster?.process.pid,
    stop: async ({ hurry = false } = {}) => {
      stopping.abort();
      // SIGINT ends connections and writes everything out; SIGQUIT just ends.
      postmaster?.process.kill(hurry ? 'SIGQUIT' : 'SIGINT');
      const impatience = setTimeout(() => postmaster?.process.kill('SIGQUIT'), 30_000);
      await supervision;
      clearTimeout(impatience);
    },
  };
}
