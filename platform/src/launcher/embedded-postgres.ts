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
import { StartError } from './start-error.ts';

export interface EmbeddedPostgres {
  /** Constant; its owner may create databases. */
  readonly url: string;
  pid(): number | undefined;
  /** `immediate` leaves the clean-up to the next start. */
  stop(options?: { immediate?: boolean }): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

async function startFirst(options: Omit<PostmasterOptions, 'port'>): Promise<{ postmaster: Postmaster; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { postmaster: await startPostmaster({ ...options, port }), port };
    } catch (error) {
      const message = error instanceof StartError ? error.message : '';
      const passing = /could not bind|could not create any TCP|shared memory block/.test(message);
      if (!passing || attempt === 50) throw error;
      await sleep(FIRST_RETRY_MS);
    }
  }
}

/**
 * Restarts a dead server on the same port. No other launcher may use the cluster.
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
          await sleep(Math.min(delay, MAX_RETRY_MS), undefined, { signal: stopping.signal }).catch(() => undefined);
        }
      }
    }
  };
  const supervision = supervise();

  return {
    url: `postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`,
    pid: () => postmaster?.process.pid,
    stop: async ({ immediate = false } = {}) => {
      stopping.abort();
      // SIGINT writes everything to disk; SIGQUIT just ends.
      postmaster?.process.kill(immediate ? 'SIGQUIT' : 'SIGINT');
      const killTimer = setTimeout(() => postmaster?.process.kill('SIGQUIT'), 30_000);
      await supervision;
      clearTimeout(killTimer);
    },
  };
}
