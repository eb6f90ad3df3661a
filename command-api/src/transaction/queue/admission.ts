import { setTimeout as delay } from 'node:timers/promises';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';

export interface Admission {
  /** @throws CatalogueError queue_full at the limit */
  refuse(): Promise<void>;
}

/** Counting a long queue takes tens of milliseconds. */
const COUNT_INTERVAL_MS = 1_000;
/** Seconds: immediate retries would not shorten the queue. */
const RETRY_AFTER_SECONDS = 10;
const COUNT_TIMEOUT_MS = 1_000;

/**
 * Counts per process, at most a second old. Admits everything when the bus is unreachable: the log keeps the jobs.
 * @param most 0: no limit
 */
export function createAdmission(messageBus: Pick<MessageBus, 'depth'>, most: number): Admission {
  let last: { readonly at: number; readonly count: Promise<number> } | undefined;
  function counted(): Promise<number> {
    const now = performance.now();
    if (last === undefined || now - last.at >= COUNT_INTERVAL_MS) last = { at: now, count: depthOf(messageBus) };
    return last.count;
  }
  return {
    async refuse() {
      if (most === 0 || (await counted()) < most) return;
      throw new CatalogueError('queue_full', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    },
  };
}

const depthOf = (messageBus: Pick<MessageBus, 'depth'>): Promise<number> =>
  Promise.race([messageBus.depth(IMAGE_JOBS).catch(() => 0), delay(COUNT_TIMEOUT_MS, 0, { ref: false })]);
