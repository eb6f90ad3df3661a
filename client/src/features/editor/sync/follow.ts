import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { toFailure } from '../../../lib/errors/failure.ts';
import { isPassing, untilOnline } from '../../../lib/http/patience.ts';
import { getTransaction, transactionEvents } from '../../uploads/transaction/api.ts';
import { RETRY_MS } from './outbox.ts';

/**
 * Tells of a picture whenever it changes, until `signal` fires or it is no more. The browser connects a stream that broke off by itself,
 * but none in whose place something else came, such as the page of a proxy whose server restarts.
 */
export async function follow(id: string, onView: (view: TransactionView) => void, signal: AbortSignal): Promise<void> {
  let wait: number = RETRY_MS.first;
  for (;;) {
    await streamed(
      id,
      (view) => {
        wait = RETRY_MS.first;
        onView(view);
      },
      signal,
    );
    if (signal.aborted) return;
    await untilOnline(wait, signal);
    wait = Math.min(wait * 2, RETRY_MS.most);
    try {
      // A stream does not say why it does not come: a deleted picture would be asked for as long as the page is open.
      onView(await getTransaction(id, signal));
    } catch (error) {
      if (signal.aborted || !isPassing(toFailure(error), { isUnseen: true })) return;
    }
  }
}

/** Resolves once the browser has given the stream up. */
function streamed(id: string, onView: (view: TransactionView) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stream = transactionEvents(id);
    const end = () => {
      signal.removeEventListener('abort', end);
      stream.close();
      resolve();
    };
    signal.addEventListener('abort', end);
    stream.addEventListener('message', ({ data }: MessageEvent<string>) => onView(JSON.parse(data) as TransactionView));
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) end();
    });
  });
}
