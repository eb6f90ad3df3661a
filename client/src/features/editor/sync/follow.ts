import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { toFailure } from '../../../lib/errors/failure.ts';
import { isPassing, untilOnline } from '../../../lib/http/retry.ts';
import { getTransaction, transactionEvents } from '../../pictures/uploads/transaction/api.ts';
import { RETRY_MS } from './outbox.ts';

/**
 * Reports every change of a picture until `signal` fires or it is deleted. Browsers reconnect a broken stream, but not
 * one answered by something else, such as a proxy's error page during a restart.
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
      // A stream gives no reason for failing; otherwise a deleted picture would be polled while the page is open.
      onView(await getTransaction(id, signal));
    } catch (error) {
      if (signal.aborted || !isPassing(toFailure(error), { isUnseen: true })) return;
    }
  }
}

/** Resolves once the browser has given up the stream. */
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
