import type { QueuePlace, TransactionView } from '@clearcut/schemas/transaction/http';
import { POLL } from '@clearcut/schemas/constants';
import { Failure, toFailure } from '../../../../lib/errors/failure.ts';
import { isPassing } from '../../../../lib/http/retry.ts';
import { getTransaction, transactionEvents } from './api.ts';
import { failureOf, outcomeOf } from './outcome.ts';
import { countedWait, nextPollStep, type PollStep } from './poll-schedule.ts';

export interface WatchHandlers {
  /** Called again when a better cut-out is ready. */
  readonly onCutout: (view: TransactionView) => void;
  /** No cut-out will come. Never called after onCutout: what is shown stays. */
  readonly onFailure: (failure: Failure) => void;
  /** Queue place while there is no cut-out; undefined when its turn comes. */
  readonly onQueue: (queue: QueuePlace | undefined) => void;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Milliseconds; a poll that hangs must not end polling, since the next may get an answer. */
const POLL_TIMEOUT_MS = 10_000;

/**
 * Follows a transaction until its best cut-out is ready, by polling (docs/product.md, Cut-outs) and the status stream,
 * whichever is first.
 * @returns a function that stops it
 */
export function watchTransaction(id: string, { onCutout, onFailure, onQueue }: WatchHandlers): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const stream = transactionEvents(id);
  let shown: string | undefined;
  let incompleteLooks = 0;
  /** When it was last known to be queued. */
  let queuedAt: number | undefined;

  const stop = () => {
    stream.close();
    controller.abort();
  };

  const fail = (failure: Failure) => {
    stop();
    if (shown === undefined) onFailure(failure);
  };

  const take = (view: TransactionView) => {
    if (signal.aborted) return;
    const outcome = outcomeOf(view);
    if (outcome === 'failed') fail(failureOf(view));
    if (outcome !== 'shown' && outcome !== 'improved') return;
    // The stream and a slow poll may cross: never go back to an older picture.
    if (shown !== outcome) {
      shown = outcome;
      onCutout(view);
    }
    if (outcome === 'improved') stop();
  };

  stream.addEventListener('message', ({ data }: MessageEvent<string>) => take(JSON.parse(data) as TransactionView));

  const look = async (): Promise<void> => {
    const request = new AbortController();
    const giveUp = () => request.abort();
    const timer = setTimeout(giveUp, POLL_TIMEOUT_MS);
    signal.addEventListener('abort', giveUp);
    try {
      const view = await getTransaction(id, request.signal);
      take(view);
      if (outcomeOf(view) === 'waiting' && !signal.aborted) {
        // Only polls carry the queue; the stream reports the picture's own changes.
        if (view.queue !== undefined) queuedAt = performance.now();
        onQueue(view.queue);
      }
      if (outcomeOf(view) !== 'incomplete' || signal.aborted) return;
      if (++incompleteLooks > 1) fail(new Failure('transformed_missing'));
    } catch (error) {
      const failure = toFailure(error);
      if (!signal.aborted && !isPassing(failure, { isUnseen: true })) fail(failure);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  };

  const poll = async (): Promise<void> => {
    const started = performance.now();
    const waited = () => countedWait(performance.now(), started, queuedAt);
    let step: PollStep | undefined;
    while (!signal.aborted && (step = nextPollStep(waited(), step)) !== undefined) {
      await sleep(incompleteLooks > 0 ? POLL.stepMs : step.delayMs, signal);
      if (!signal.aborted) await look();
    }
    if (!signal.aborted) fail(new Failure('took_too_long'));
  };
  void poll();

  return stop;
}
