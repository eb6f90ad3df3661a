import { BULK_MAX_IMAGES } from '@clearcut/schemas/constants';
import { transactionContracts } from '@clearcut/schemas/contracts/transaction/picture';
import type { QueuePlace, TransactionView } from '@clearcut/schemas/transaction/http';
import { call } from '../../../../lib/contracts/call.ts';
import { toFailure } from '../../../../lib/errors/failure.ts';
import { isMissing } from '../../../../lib/errors/is-missing.ts';
import { isPassing, untilOnline } from '../../../../lib/http/retry.ts';
import { getTransaction } from '../../uploads/transaction/api.ts';
import { outcomeOf } from '../../uploads/transaction/outcome.ts';

const FIRST_WAIT_MS = 700;
const MAX_WAIT_MS = 3_000;

async function listBatch(batchId: string): Promise<readonly TransactionView[]> {
  return (await call(transactionContracts.list, { query: { batchId, pageSize: BULK_MAX_IMAGES } })).transactions;
}

/** Lists lag and are limited; a missing picture is gone only when its own address says so. */
async function sought(ids: readonly string[]): Promise<{ found: TransactionView[]; gone: Set<string> }> {
  const found: TransactionView[] = [];
  const gone = new Set<string>();
  for (const id of ids) {
    try {
      found.push(await getTransaction(id));
    } catch (error) {
      if (isMissing(toFailure(error))) gone.add(id);
    }
  }
  return { found, gone };
}

export interface WatchWork {
  readonly isNeeded: () => boolean;
  /** Ids of the pictures known to be on the server. */
  readonly known: () => ReadonlySet<string>;
  /** @returns whether anything was new. `gone`: known pictures that the server no longer has. */
  readonly onViews: (views: readonly TransactionView[], gone: ReadonlySet<string>) => boolean;
  /** Queue place of the picture that is next. */
  readonly onQueue: (queue: QueuePlace | undefined) => void;
  readonly onOffline: (isOffline: boolean) => void;
}

/** Polls a bulk upload with one call for all pictures until all have settled. */
export class BatchWatch {
  readonly #work: WatchWork;
  #running: AbortController | undefined;

  constructor(work: WatchWork) {
    this.#work = work;
  }

  /** Call whenever polling may be needed. */
  wake(batchId: string): void {
    if (this.#running === undefined && this.#work.isNeeded()) void this.#run(batchId);
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Polls once, now. @throws Failure */
  async look(batchId: string): Promise<boolean> {
    const known = this.#work.known();
    const listed = await listBatch(batchId);
    const { found, gone } = await sought([...known].filter((id) => listed.every((view) => view.id !== id)));
    const views = [...listed, ...found];
    const isNew = this.#work.onViews(views, gone);
    // A list has no queue places. Its last is the oldest. Best effort: the picture may just have been deleted.
    const next = views.findLast((view) => outcomeOf(view) === 'waiting');
    const view = next && (await getTransaction(next.id).catch(() => undefined));
    this.#work.onQueue(view?.queue);
    return isNew;
  }

  async #run(batchId: string): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running = controller;
    let waitMs = FIRST_WAIT_MS;
    while (!signal.aborted && this.#work.isNeeded()) {
      await untilOnline(waitMs, signal);
      if (signal.aborted) return;
      waitMs = Math.min(waitMs * 1.5, MAX_WAIT_MS);
      try {
        if (await this.look(batchId)) waitMs = FIRST_WAIT_MS;
        this.#work.onOffline(false);
      } catch (error) {
        const failure = toFailure(error);
        if (!isPassing(failure)) break;
        this.#work.onOffline(failure.status !== 429);
      }
    }
    if (this.#running === controller) this.#running = undefined;
  }
}
