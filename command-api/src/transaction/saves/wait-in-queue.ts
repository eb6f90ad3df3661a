import { QUEUE } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { waitUntil } from '../../kernel/wait-until.ts';
import { jobOf } from '../queue/job-of.ts';
import type { Loaded } from '../../kernel/command-handler.ts';
import type { TransactionState } from '../domain/picture.ts';
import type { SavesDeps } from './dependencies.ts';

/** A notification may be lost. */
const RECHECK_MS = 1_000;
/** Seconds; a job takes about one. */
const RETRY_AFTER_SECONDS = { least: 2, most: 60 } as const;

interface Wait<T> {
  readonly transactionId: string;
  readonly deadline: number;
  readonly read: (seen: Loaded<TransactionState>) => T | undefined;
  readonly isAsking: (event: ClearcutEvent) => boolean;
  readonly raisedPriority?: number;
  /** Read first, instead of loading. */
  readonly known?: Loaded<TransactionState> | undefined;
}

/** @throws CatalogueError save_queued with the place in the queue; service_unavailable when the process stops */
export async function waitInQueue<T>(deps: SavesDeps, wait: Wait<T>): Promise<T> {
  const { transactionId, deadline, read, isAsking, raisedPriority, known } = wait;
  const { handler, changes, messageBus, eventStore, signal } = deps;
  let isRaised = raisedPriority === undefined;
  /** The relay publishes the job shortly after its event. */
  async function raisePriority(priority: number): Promise<void> {
    const job = await jobOf(eventStore, transactionId, isAsking);
    isRaised = job !== undefined && (await messageBus.raisePriority(IMAGE_JOBS, job, priority));
  }

  const early = known === undefined ? undefined : read(known);
  if (early !== undefined) return early;
  const watch = changes.watch(transactionId);
  try {
    const seen = await waitUntil(
      async () => {
        const found = read(await handler.load(transactionId));
        if (found === undefined && !isRaised && raisedPriority !== undefined) await raisePriority(raisedPriority);
        return found;
      },
      { deadline, pause: (ms) => watch.next(ms, signal), recheckMs: RECHECK_MS, signal },
    );
    if (seen !== undefined) return seen;
  } finally {
    watch.close();
  }
  if (signal.aborted) throw new CatalogueError('service_unavailable');
  const job = await jobOf(eventStore, transactionId, isAsking);
  const ahead = job === undefined ? undefined : await messageBus.ahead(IMAGE_JOBS, job, QUEUE.countedTo);
  const { least, most } = RETRY_AFTER_SECONDS;
  throw new CatalogueError('save_queued', { ahead, retryAfterSeconds: Math.min(most, Math.max(least, ahead ?? 0)) });
}
