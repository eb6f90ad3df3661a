import type { Database } from '@clearcut/platform/database/database';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { findTransaction, type TransactionRow } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Person } from '../../kernel/requester.ts';
import { waitUntil } from '../../kernel/wait-until.ts';
import type { TransactionChanges } from './changes.ts';
import type { TransactionHandler } from '../handler.ts';
import { openTo } from '../domain/guards.ts';
import { mayOpen } from '../domain/ownership.ts';
import { expiredBefore, isExpired } from './view.ts';

/** A halted projection must not block every upload. */
const SETTLE_MS = 1_000;
/** For answers that would be wrong without it. */
const CATCH_UP_MS = 5_000;
/** A notification may arrive before its row is visible. */
const RECHECK_MS = 200;

export interface TransactionReader {
  /**
   * @param version the answer must include
   * @throws CatalogueError transaction_not_found (also when it is another user's), image_expired, service_unavailable
   */
  open(id: string, requester: Person, version?: number): Promise<TransactionRow>;
  /**
   * Refuses what `open` would, before something changes. Reads a row only for a picture past its 24 hours: its hold is
   * in another stream.
   * @throws CatalogueError transaction_not_found, image_expired
   */
  admit(id: string, requester: Person): Promise<void>;
  /** Lets the next GET show `version`. Never throws. */
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
  /** Returns the last row seen, even if older than `version`. */
  async function waitFor(id: string, version: number, timeoutMs = SETTLE_MS): Promise<TransactionRow | undefined> {
    const watch = changes.watch(id);
    let row: TransactionRow | undefined;
    try {
      await waitUntil(
        async () => {
          row = await findTransaction(database, id);
          return row !== undefined && row.version >= version ? row : undefined;
        },
        { deadline: performance.now() + timeoutMs, pause: (ms) => watch.next(ms), recheckMs: RECHECK_MS },
      );
      return row;
    } finally {
      watch.close();
    }
  }

  /** A lagging read model must not give a 404 for an acknowledged upload. */
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
    async admit(id, requester) {
      const { state, beganAt = '' } = await handler.load(id);
      const { picture } = openTo(state, requester);
      const uploadedAt = new Date(picture.forked?.uploadedAt ?? beganAt);
      if (!(uploadedAt > expiredBefore(new Date()))) await this.open(id, requester);
    },
    async settle(id, version) {
      try {
        await waitFor(id, version);
      } catch (error) {
        // The command has taken effect, so the answer must not be an error.
        log.warn({ err: error, transactionId: id }, 'the read model cannot be read');
      }
    },
  };
}
