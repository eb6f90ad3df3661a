import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import type { Person } from '../../kernel/requester.ts';
import { waitUntil } from '../../kernel/wait-until.ts';
import type { TransactionChanges, TransactionReader } from '../../transaction/index.ts';

export interface SettledDeps {
  readonly changes: TransactionChanges;
  readonly reader: TransactionReader;
  readonly signal: AbortSignal;
}

/** A notification may arrive before its row is visible. */
const RECHECK_MS = 500;

export const isSettled = ({ status, refinement }: Pick<TransactionRow, 'status' | 'refinement'>): boolean =>
  status !== 'PENDING' && (status === 'UPLOAD_ERROR' || refinement !== 'open');

/**
 * At the deadline, or when the process stops, returns the current row.
 * @throws CatalogueError transaction_not_found, image_expired
 */
export async function whenSettled(
  { changes, reader, signal }: SettledDeps,
  id: string,
  owner: Person,
  deadline: number,
): Promise<TransactionRow> {
  const watch = changes.watch(id);
  try {
    const settled = await waitUntil(
      async () => {
        const row = await reader.open(id, owner);
        return isSettled(row) ? row : undefined;
      },
      { deadline, pause: (ms) => watch.next(ms, signal), recheckMs: RECHECK_MS, signal },
    );
    return settled ?? (await reader.open(id, owner));
  } finally {
    watch.close();
  }
}
