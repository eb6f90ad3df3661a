import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { isNotReady } from '@clearcut/platform/database/missing-table';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { findDueForExpiry } from '@clearcut/projections/transaction/queries';
import { IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import { repeat, type Repeated } from '../../kernel/repeat.ts';
import { findFileNamesBefore } from './file-names.ts';
import { expireImage } from '../domain/transaction.ts';
import type { TransactionHandler } from '../handler.ts';
import { REMOVAL_CONCURRENCY, purge } from './remove.ts';

const INTERVAL_MS = 60_000;
const BATCH = 100;
/** Long after the removal policy: a remaining name was never recorded, or missed. */
const OVERDUE_AFTER_MS = IMAGE_RETENTION_MS + 60 * 60 * 1000;

interface Deps {
  readonly database: Database;
  readonly blobStore: BlobStore;
  readonly handler: TransactionHandler;
  readonly isHeld: (id: string, now: Date) => Promise<boolean>;
  readonly log: Logger;
}

export async function expirePicture(handler: TransactionHandler, id: string): Promise<void> {
  const commandId = derivedId('expire', id);
  await handler.handle(id, expireImage(id), {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: { kind: 'system', id: 'retention-policy' },
    now: new Date(),
  });
}

/** After 24 hours or their hold. Safe in several processes. */
export function startRetentionPolicy(deps: Deps): Repeated {
  // Retried within a minute. An unreachable or new database is expected.
  const onError = (error: unknown): void =>
    deps.log[isNotReady(error) ? 'debug' : 'error']({ err: error }, 'retention failed');
  return repeat({
    everyMs: INTERVAL_MS,
    onError,
    async round(signal) {
      await expireDue(deps, signal).catch(onError);
      await removeLeftOvers(deps, signal);
    },
  });
}

/** A fault of one picture must not block others; an unreachable store would fail for all. */
async function wasDone(work: Promise<unknown>, id: string, log: Logger): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isNotReady(error)) throw error;
    log.error({ err: error, transactionId: id }, 'retention failed for a picture');
    return false;
  }
}

async function expireDue({ database, handler, isHeld, log }: Deps, signal: AbortSignal): Promise<void> {
  const before = new Date(Date.now() - IMAGE_RETENTION_MS);
  const seen = new Set<string>();
  let expired = 0;
  while (!signal.aborted) {
    // A lagging read model may repeat pictures just expired.
    const due = (await findDueForExpiry(database, before, seen.size + BATCH)).filter(({ id }) => !seen.has(id));
    if (due.length === 0) break;
    for (const { id } of due) {
      if (signal.aborted) return;
      seen.add(id);
      // The read model may not know of the hold yet.
      if (await isHeld(id, new Date())) continue;
      if (await wasDone(expirePicture(handler, id), id, log)) expired += 1;
    }
  }
  if (expired > 0) log.info({ expired }, 'pictures expired');
}

/** Uploads save name and picture before the event, so after a crash only the name's age tells. Held pictures stay. */
async function removeLeftOvers({ database, blobStore, isHeld, log }: Deps, signal: AbortSignal): Promise<void> {
  const before = new Date(Date.now() - OVERDUE_AFTER_MS);
  const kept = new Set<string>();
  let removed = 0;
  while (!signal.aborted) {
    const found = await findFileNamesBefore(database, before, kept.size + REMOVAL_CONCURRENCY);
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
