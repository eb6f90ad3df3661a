import { Readable } from 'node:stream';
import { isConnectionError, type Database } from '@clearcut/platform/database/database';
import { findTransaction, type TransactionRow } from '@clearcut/projections/transaction/queries';
import type { TransactionChanges } from './changes.ts';
import { isExpired, viewOf } from './view.ts';

/** Proxies give up on connections that say nothing for half a minute or a minute. */
const PING_MS = 15_000;

/**
 * The server-sent events of one transaction: its view at once and after each change. Changes that come faster than the client
 * reads are merged. Ends when the picture is deleted or expires, when `signal` is aborted, or with the database:
 * the browser connects again by itself and is told what has become of it.
 */
export function eventStream(
  parts: { readonly database: Database; readonly changes: TransactionChanges },
  first: TransactionRow,
  signal: AbortSignal,
): Readable {
  return Readable.from(messages(parts, first, signal), { objectMode: false });
}

async function* messages(
  { database, changes }: { readonly database: Database; readonly changes: TransactionChanges },
  { id }: TransactionRow,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const watch = changes.watch(id);
  let sent = '';
  try {
    while (!signal.aborted) {
      const row = await findTransaction(database, id);
      if (row === undefined || row.deletedAt !== null || isExpired(row, new Date())) return;
      const data = JSON.stringify(viewOf(row));
      if (data !== sent) yield `id: ${row.version}\ndata: ${data}\n\n`;
      sent = data;
      const outcome = await watch.next(PING_MS, signal);
      if (outcome === 'timeout') yield ': ping\n\n';
    }
  } catch (error) {
    if (!isConnectionError(error)) throw error;
  } finally {
    watch.close();
  }
}
