import type { Database } from '@clearcut/platform/database/database';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { findTransaction, type TransactionRow } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Person } from '../../kernel/requester.ts';
import { waitUntil } from '../../kernel/wait-until.ts';
import type { TransactionChanges } from './changes.ts';
import type { TransactionHandler } from '../handler.ts';
import { mayOpen } from '../domain/ownership.ts';
import { isExpired } from './view.ts';

/** How long an answer waits for the read model. Longer, and a halted projection would hold up every upload. */
const SETTLE_MS = 1_000;
/** The same for an answer that would be wrong without it. */
const CATCH_UP_MS = 5_000;
/** In case a notification comes before its row can be seen. */
const RECHECK_MS = 200;

export interface TransactionReader {
  /**
   * The requester's transaction. One that is in the log but not yet in the read model is waited for.
   * @param version of which the answer has to know, as after a command
   * @throws CatalogueError transaction_not_found (also when it is another user's), image_expired, service_unavailable
   */
  open(id: string, requester: Person, version?: number): Promise<TransactionRow>;
  /** Waits, but not for long, until the read model shows what was appended, so that the next GET does. Never throws. */
  settle(id: string, version: number): Promise<void>;
}

export function createTransactionReader({
  database,
  changes,
  handler,
  log,
}: {
  readonly database: Database;
  readonly changes: TransactionChanges;
  readonly handler: TransactionHandler;
  readonly log: Logger;
}): TransactionReader {
  /** The row as it is at the end, whether it is as new as `version` or not. */
  async function waitFor(id: string, version: number, patienceMs = SETTLE_MS): Promise<TransactionRow | undefined> {
    const watch = changes.watch(id);
    let row: TransactionRow | undefined;
    try {
      await waitUntil(
        async () => {
          row = await findTransaction(database, id);
          return row !== undefined && row.version >= version ? row : undefined;
        },
        { deadline: Date.now() + patienceMs, pause: (ms) => watch.next(ms), recheckMs: RECHECK_MS },
      );
      return row;
    } finally {
      watch.close();
    }
  }

  /** The read model may lag, and must not make a 404 of a picture whose upload was acknowledged. */
  async function fromLog(id: string, requester: Person): Promise<TransactionRow> {
    const { state, version } = await handler.load(id);
    if (state === null || !mayOpen(requester, state.picture.owner)) throw new CatalogueError('transaction_not_found');
    const row = await waitFor(id, version);
    if (row === undefined) throw new CatalogueError('service_unavailable');
    return row;
  }

  return {
    async open(id, requester, version = 0) {
      const found = version === 0 ? await findTransaction(database, id) : await waitFor(id, version, CATCH_UP_MS);
      if (found !== undefined && found.version < version) throw new CatalogueError('service_unavailable');
      const row = found ?? (await fromLog(id, requester));
      if (!mayOpen(requester, row.owner) || row.deletedAt !== null) throw new CatalogueError('transaction_not_found');
      if (isExpired(row, new Date())) throw new CatalogueError('image_expired');
      return row;
    },
    async settle(id, version) {
      try {
        await waitFor(id, version);
      } catch (error) {
        // The command has taken effect: its answer must not say otherwise.
        log.warn({ err: error, transactionId: id }, 'the read model cannot be read');
      }
    },
  };
}
