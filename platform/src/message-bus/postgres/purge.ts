import type { Database } from '../../database/database.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { purgeDone } from './statements.ts';

const PORTION = 500;
const EVERY_MS = 60_000;
const NEXT_PORTION_MS = 1_000;

/** Removes old messages in portions, so that consumers do not wait behind it. Returns a function that stops. */
export function startPurging(database: Database, log: Logger): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function purgeIn(ms: number): void {
    if (!isStopped) timer = setTimeout(() => void purge(), ms).unref();
  }

  async function purge(): Promise<void> {
    const removed = await purgeDone(database, PORTION).catch((error: unknown) => {
      log.warn({ err: error }, 'Cannot remove old messages; trying again later');
      return 0;
    });
    purgeIn(removed === PORTION ? NEXT_PORTION_MS : EVERY_MS * (0.5 + Math.random()));
  }

  purgeIn(EVERY_MS * Math.random());
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
