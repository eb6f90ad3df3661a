import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pictureView } from './testing/picture-view.ts';
import { watchTransaction } from './watch-transaction.ts';

const pending = pictureView('a', { status: 'PENDING', pipeline: { original: { id: 'o' } } });
const incomplete = { ...pending, status: 'UPLOADED' };
const shown = { ...incomplete, pipeline: { ...pending.pipeline, transformed: { id: 't' } } };
const improved = { ...incomplete, pipeline: { ...shown.pipeline, improved: { id: 'i' } } };
const failed = { ...pending, status: 'UPLOAD_ERROR', error: { errorCode: 'subject_not_found', message: '' } };

let answer: () => Response | Promise<Response>;
let requests: number[];
let lookSignal: AbortSignal | null | undefined;
let stream: Stream;

/** A status stream that sends nothing by itself. */
class Stream extends EventTarget {
  isClosed = false;

  say(view: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(view) }));
  }

  close(): void {
    this.isClosed = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  const begin = Date.now();
  requests = [];
  answer = () => Response.json(pending);
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    requests.push(Date.now() - begin);
    lookSignal = signal;
    return answer();
  });
  vi.stubGlobal('EventSource', function open() {
    stream = new Stream();
    return stream;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Watches a picture and records the calls. */
function watching() {
  const outcomes: string[] = [];
  const places: (number | undefined)[] = [];
  const stop = watchTransaction('a', {
    onCutout: ({ pipeline }: TransactionView) => outcomes.push(pipeline.improved === undefined ? 'shown' : 'improved'),
    onFailure: ({ code }) => outcomes.push(code),
    onQueue: (queue) => places.push(queue?.ahead),
  });
  return { outcomes, places, stop };
}

test('polls every 300 ms for 2 s, then less and less often, and gives up after 60 s', async () => {
  const { outcomes } = watching();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(requests.slice(0, 11)).toEqual([300, 600, 900, 1200, 1500, 1800, 2100, 2700, 3900, 5400, 6900]);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(outcomes).toEqual(['took_too_long']);
  expect(stream.isClosed).toBe(true);
  const looks = requests.length;
  await vi.runAllTimersAsync();
  expect(requests).toHaveLength(looks);
});

test('a queued upload keeps waiting for up to 60 s once its turn comes', async () => {
  answer = () => Response.json({ ...pending, queue: { ahead: 9 } });
  const { outcomes, places } = watching();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(outcomes).toEqual([]);
  expect(places.at(-1)).toBe(9);
  answer = () => Response.json(pending);
  await vi.advanceTimersByTimeAsync(55_000);
  expect(outcomes).toEqual([]);
  expect(places.at(-1)).toBeUndefined();
  await vi.runAllTimersAsync();
  expect(outcomes).toEqual(['took_too_long']);
});

test('when the stream is silent, polling alone finds the cut-out and the refined one', async () => {
  const { outcomes } = watching();
  stream.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(300);
  answer = () => Response.json(shown);
  await vi.advanceTimersByTimeAsync(600);
  expect(outcomes).toEqual(['shown']);
  answer = () => Response.json(improved);
  await vi.runAllTimersAsync();
  expect(outcomes).toEqual(['shown', 'improved']);
  expect(requests).toHaveLength(4);
});

test('reports stream events at once, and ends with the refined cut-out', async () => {
  const { outcomes } = watching();
  stream.say(shown);
  expect(outcomes).toEqual(['shown']);
  stream.say(improved);
  expect(outcomes).toEqual(['shown', 'improved']);
  expect(stream.isClosed).toBe(true);
  await vi.runAllTimersAsync();
  expect(requests).toEqual([]);
});

test('an older response that arrives after the refined cut-out changes nothing', async () => {
  const late = Promise.withResolvers<Response>();
  answer = () => late.promise;
  const { outcomes } = watching();
  await vi.advanceTimersByTimeAsync(300);
  stream.say(improved);
  late.resolve(Response.json(shown));
  await vi.runAllTimersAsync();
  expect(outcomes).toEqual(['improved']);
});

test('reports a failure, unless there is a cut-out to show', async () => {
  const { outcomes } = watching();
  stream.say(failed);
  expect(outcomes).toEqual(['subject_not_found']);
  const other = watching();
  stream.say(shown);
  stream.say(failed);
  expect(other.outcomes).toEqual(['shown']);
  expect(stream.isClosed).toBe(true);
});

test('a finished picture without a cut-out is polled again after 300 ms', async () => {
  answer = () => Response.json(requests.length === 10 ? incomplete : requests.length === 11 ? shown : pending);
  const { outcomes, stop } = watching();
  await vi.advanceTimersByTimeAsync(5_400 + 300);
  expect(requests.slice(-2)).toEqual([5_400, 5_700]);
  expect(outcomes).toEqual(['shown']);
  stop();
});

test('a picture still without a cut-out after that has failed', async () => {
  answer = () => Response.json(incomplete);
  const { outcomes } = watching();
  await vi.runAllTimersAsync();
  expect([outcomes, requests]).toEqual([['transformed_missing'], [300, 600]]);
});

test.each([0, 429, 500, 502, 503, 504])('keeps polling after a poll that fails with %d', async (status) => {
  answer = () => {
    if (status === 0) throw new TypeError('No network');
    return Response.json({}, { status });
  };
  const { outcomes } = watching();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(outcomes).toEqual([]);
  answer = () => Response.json(improved);
  await vi.runAllTimersAsync();
  expect(outcomes).toEqual(['improved']);
});

test.each([401, 403, 404, 410])('stops after a poll answered with %d', async (status) => {
  answer = () => Response.json({ errorCode: 'refused' }, { status });
  const { outcomes } = watching();
  await vi.runAllTimersAsync();
  expect([outcomes, requests]).toEqual([['refused'], [300]]);
});

test('a stopped watch aborts its request, makes no other and reports nothing', async () => {
  const late = Promise.withResolvers<Response>();
  answer = () => late.promise;
  const { outcomes, stop } = watching();
  await vi.advanceTimersByTimeAsync(300);
  stop();
  expect(stream.isClosed).toBe(true);
  expect(lookSignal?.aborted).toBe(true);
  late.resolve(Response.json(improved));
  stream.say(improved);
  await vi.runAllTimersAsync();
  expect([outcomes, requests]).toEqual([[], [300]]);
});

test('regression: a poll without an answer times out, and the next one finds the picture', async () => {
  let looks = 0;
  answer = () => {
    looks += 1;
    if (looks > 1) return Response.json(improved);
    return new Promise((_, reject) => lookSignal?.addEventListener('abort', () => reject(lookSignal?.reason)));
  };
  const { outcomes } = watching();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(outcomes).toEqual(['improved']);
});
