import { Readable } from 'node:stream';
import { isConnectionError } from '@clearcut/platform/database/database';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { TransactionChanges } from './changes.ts';
import { viewOf } from './view.ts';

/** Proxies give up on connections that say nothing for half a minute or a minute. */
const PING_MS = 15_000;

/**
 * The server-sent events of one transaction: its view at once and after each change. Changes that come faster than the client
 * reads are merged. Ends when the picture cannot be opened any more, when `signal` is aborted, or with the database:
 * the browser connects again by itself and is told what has become of it.
 */
export function eventStream(deps: StreamDeps, id: string, signal: AbortSignal): Readable {
  return Readable.from(messages(deps, id, signal), { objectMode: false });
}

interface StreamDeps {
  readonly changes: TransactionChanges;
  /** For the requester as they are now: a session may end, and a member be removed or lose the right to it, while the stream is open. */
  readonly open: () => Promise<TransactionRow>;
}

async function* messages({ changes, open }: StreamDeps, id: string, signal: AbortSignal): AsyncGenerator<string> {
  const watch = changes.watch(id);
  let sent = '';
  try {
    while (!signal.aborted) {
      const row = await open();
      const data = JSON.stringify(viewOf(row));
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
