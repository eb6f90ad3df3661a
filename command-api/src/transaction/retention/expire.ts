import type { BlobStore } from '@clearcut/platform/blob-store/port';
import { isConnectionError, type Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { findDueForExpiry } from '@clearcut/projections/transaction/queries';
import { IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import { repeat, type Repeated } from '../../kernel/repeat.ts';
import { findFileNamesBefore } from './file-names.ts';
import type { TransactionHandler } from '../handler.ts';
import { AT_ONCE, purge } from './remove.ts';

const EACH_MS = 60_000;
const BATCH = 100;
/** By then the removal policy has long been at work; what still has a name was never recorded, or was missed. */
const LEFT_OVER_AFTER_MS = IMAGE_RETENTION_MS + 60 * 60 * 1000;

interface Deps {
  readonly database: Database;
  readonly blobStore: BlobStore;
  readonly handler: TransactionHandler;
  /** Whether the owner of the picture had it kept beyond its time, as the log says. */
  readonly isHeld: (id: string, now: Date) => Promise<boolean>;
  readonly log: Logger;
}

/** Records that the time of a picture is over; its files are removed then. */
export async function expirePicture(handler: TransactionHandler, id: string): Promise<void> {
  const commandId = derivedId('expire', id);
  await handler.handle(
    id,
    { type: 'ExpireImage', transactionId: id },
    {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { kind: 'system', id: 'retention-policy' },
      now: new Date(),
    },
  );
}

/** Ends pictures whose 24 hours are over, or until when they were held: at start and each minute. Any number of processes may do it at once. */
export function startRetentionPolicy(deps: Deps): Repeated {
  // The next minute tries again. A database that is away, or was just made, is no news.
  const onError = (error: unknown): void =>
    deps.log[isPassing(error) ? 'debug' : 'error']({ err: error }, 'retention failed');
  return repeat({
    everyMs: EACH_MS,
    onError,
    async round(signal) {
      await expireDue(deps, signal).catch(onError);
      await removeLeftOvers(deps, signal);
    },
  });
}

/** Out of reach, or without the table of the read model, which projections make on the very first start. */
function isPassing(error: unknown): boolean {
  return isConnectionError(error) || (error instanceof Error && 'code' in error && error.code === '42P01');
}

/** Whether `work` for the picture `id` was done. What fails for it alone keeps no other waiting; a store out of reach would fail for all. */
async function wasDone(work: Promise<unknown>, id: string, log: Logger): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isPassing(error)) throw error;
    log.error({ err: error, transactionId: id }, 'retention failed for a picture');
    return false;
  }
}

async function expireDue({ database, handler, isHeld, log }: Deps, signal: AbortSignal): Promise<void> {
  const before = new Date(Date.now() - IMAGE_RETENTION_MS);
  const seen = new Set<string>();
  let expired = 0;
  while (!signal.aborted) {
    // The read model lags a little: it may name those again that were just ended.
    const due = (await findDueForExpiry(database, before, seen.size + BATCH)).filter(({ id }) => !seen.has(id));
    if (due.length === 0) break;
    for (const { id } of due) {
      if (signal.aborted) return;
      seen.add(id);
      // The read model may not know yet that it was promised to be kept.
      if (await isHeld(id, new Date())) continue;
      if (await wasDone(expirePicture(handler, id), id, log)) expired += 1;
    }
  }
  if (expired > 0) log.info({ expired }, 'pictures expired');
}

/**
 * An upload saves name and picture before its event. When the process dies in between, nothing in the log tells of them, so
 * they are found by the age of the name. One that is held for support has a name, too, and stays.
 */
async function removeLeftOvers({ database, blobStore, isHeld, log }: Deps, signal: AbortSignal): Promise<void> {
  const before = new Date(Date.now() - LEFT_OVER_AFTER_MS);
  const kept = new Set<string>();
  let removed = 0;
  while (!signal.aborted) {
    const found = await findFileNamesBefore(database, before, kept.size + AT_ONCE);
    const ids = found.filter((id) => !kept.has(id));
    if (ids.length === 0) break;
    await Promise.all(
      ids.map(async (id) => {
        const isGone = !(await isHeld(id, new Date())) && (await wasDone(purge({ database, blobStore }, id), id, log));
        if (isGone) removed += 1;
        else kept.add(id);
      }),
    );
  }
  if (removed > 0) log.info({ removed }, 'left-over pictures removed');
}
