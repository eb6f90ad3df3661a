import type { Database } from '../../database/database.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { purgeDone } from './statements.ts';

const BATCH_SIZE = 500;
const INTERVAL_MS = 60_000;
const NEXT_BATCH_MS = 1_000;

/** Removes old messages in portions, so that consumers do not wait behind it. Returns a function that stops. */
export function startPurging(database: Database, log: Logger): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function purgeIn(ms: number): void {
    if (!isStopped) timer = setTimeout(() => void purge(), ms).unref();
  }

  async function purge(): Promise<void> {
    const removed = await purgeDone(database, BATCH_SIZE).catch((error: unknown) => {
      log.warn({ err: error }, 'Cannot remove old messages; trying again later');
      return 0;
    });
    purgeIn(removed === BATCH_SIZE ? NEXT_BATCH_MS : INTERVAL_MS * (0.5 + Math.random()));
  }

  purgeIn(INTERVAL_MS * Math.random());
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
