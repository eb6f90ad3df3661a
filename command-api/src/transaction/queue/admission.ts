import { setTimeout as delay } from 'node:timers/promises';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';

export interface Admission {
  /** @throws CatalogueError queue_full while as many jobs wait as may */
  refuse(): Promise<void>;
}

/** The queue is counted this often at most: where it is long, counting takes tens of milliseconds. */
const COUNTED_EVERY_MS = 1_000;
/** In seconds: clients that all come back within the second in which they were refused make a long queue no shorter. */
const RETRY_AFTER_SECONDS = 10;
/** Longest that an upload waits to be told. */
const PATIENCE_MS = 1_000;

/**
 * Whether a picture may come in, by the jobs of all kinds and teams that wait for a worker. Each process counts for itself and knows of a
 * second ago, so uploads of one moment may pass the limit by as many as come in that second. A bus that cannot be asked refuses none: the
 * log keeps what it is to be told, so that brokers that are away stop no upload.
 * @param most 0 refuses none, and counts none
 */
export function createAdmission(messageBus: Pick<MessageBus, 'depth'>, most: number): Admission {
  let last: { readonly at: number; readonly count: Promise<number> } | undefined;
  function counted(): Promise<number> {
    const now = Date.now();
    if (last === undefined || now - last.at >= COUNTED_EVERY_MS) last = { at: now, count: depthOf(messageBus) };
    return last.count;
  }
  return {
    async refuse() {
      if (most === 0 || (await counted()) < most) return;
      throw new CatalogueError('queue_full', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    },
  };
}

/** 0 where it cannot be told. */
const depthOf = (messageBus: Pick<MessageBus, 'depth'>): Promise<number> =>
  Promise.race([messageBus.depth(IMAGE_JOBS).catch(() => 0), delay(PATIENCE_MS, 0, { ref: false })]);
