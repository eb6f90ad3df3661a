import { Readable } from 'node:stream';
import { isConnectionError } from '@clearcut/platform/database/database';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { TransactionChanges } from './changes.ts';

/** Proxies close connections that are silent for 30 to 60 seconds. */
const PING_MS = 15_000;

/**
 * Sends the view at once and after each change, merged for slow clients. Ends with access, `signal` or the database;
 * browsers reconnect.
 */
export function eventStream(deps: StreamDeps, id: string, signal: AbortSignal): Readable {
  return Readable.from(messages(deps, id, signal), { objectMode: false });
}

interface StreamDeps {
  readonly changes: TransactionChanges;
  /** A session, membership or right may end while the stream is open. */
  readonly open: () => Promise<TransactionRow>;
  readonly view: (row: TransactionRow) => unknown;
}

async function* messages({ changes, open, view }: StreamDeps, id: string, signal: AbortSignal): AsyncGenerator<string> {
  const watch = changes.watch(id);
  let sent = '';
  try {
    while (!signal.aborted) {
      const row = await open();
      const data = JSON.stringify(view(row));
      if (data !== sent) yield `id: ${row.version}\ndata: ${data}\n\n`;
      sent = data;
      const outcome = await watch.next(PING_MS, signal);
      if (outcome === 'timeout') yield ': ping\n\n';
    }
  } catch (error) {
    if (!(error instanceof CatalogueError) && !isConnectionError(error)) throw error;
  } finally {
    watch.close();
  }
}
