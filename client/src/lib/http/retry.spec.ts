import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../errors/failure.ts';
import { withRetries } from '../retry/with-retries.ts';
import { isPassing } from './retry.ts';
import { showImage } from '../retry/image-retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

class Picture extends EventTarget {
  readonly requests: [src: string, ms: number][] = [];
  readonly #begin = Date.now();
  readonly #failures: number;

  constructor(failures: number) {
    super();
    this.#failures = failures;
  }

  set src(src: string) {
    this.requests.push([src, Date.now() - this.#begin]);
    const type = this.requests.length > this.#failures ? 'load' : 'error';
    queueMicrotask(() => this.dispatchEvent(new Event(type)));
  }

  show(signal = new AbortController().signal): Promise<void> {
    return showImage(this as unknown as HTMLImageElement, '/a.webp', signal);
  }
}

test('requests a failed image again at the same address after 1, 2 and 3 s', async () => {
  const picture = new Picture(3);
  const shown = picture.show();
  await vi.runAllTimersAsync();
  await shown;
  expect(picture.requests).toEqual([0, 1_000, 3_000, 6_000].map((ms) => ['/a.webp', ms]));
});

test('a call that fails four times is abandoned', async () => {
  const picture = new Picture(4);
  const given = expect(picture.show()).rejects.toThrow();
  await vi.runAllTimersAsync();
  await given;
  expect(picture.requests).toHaveLength(4);
});

test('an aborted call is not retried', async () => {
  const picture = new Picture(4);
  const controller = new AbortController();
  const left = expect(picture.show(controller.signal)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(1_500);
  controller.abort();
  await vi.runAllTimersAsync();
  await left;
  expect(picture.requests).toHaveLength(2);
});

test.each([0, 429, 502, 503, 504])('a %d response may change later', (status) => {
  expect(isPassing(new Failure('generic', { status }))).toBe(true);
});

test.each([400, 401, 402, 404, 500, 501, 505])('a %d response is final', (status) => {
  expect(isPassing(new Failure('generic', { status }))).toBe(false);
});

test('an interrupted upload may be sent again', () => {
  expect(isPassing(new Failure('upload_interrupted', { status: 400 }))).toBe(true);
});

test('retries background requests after server failures, never after refusals', () => {
  const passing = [0, 400, 404, 409, 429, 500, 503, 507].filter((status) =>
    isPassing(new Failure('generic', { status }), { isUnseen: true }),
  );
  expect(passing).toEqual([0, 429, 500, 503, 507]);
});

function retrying(failures: number, failure: Failure) {
  const requests: number[] = [];
  const begin = Date.now();
  const answer = withRetries(async () => {
    requests.push(Date.now() - begin);
    if (requests.length <= failures) throw failure;
    return 'there';
  });
  return { answer, requests };
}

test('polls unfinished work after 1, 2, 4 and 8 s until it is done', async () => {
  const { answer, requests } = retrying(5, new Failure('image_not_ready', { status: 409 }));
  await vi.runAllTimersAsync();
  expect(await answer).toBe('there');
  expect(requests).toEqual([0, 1_000, 3_000, 7_000, 15_000, 23_000]);
});

test('polling stops after three minutes', async () => {
  const failure = new Failure('generic', { status: 504 });
  const { answer, requests } = retrying(Infinity, failure);
  const given = expect(answer).rejects.toBe(failure);
  await vi.runAllTimersAsync();
  await given;
  expect(requests.at(-1)).toBeGreaterThan(180_000);
  expect(requests.at(-2)).toBeLessThanOrEqual(180_000);
});

test('a permanent failure is not retried', async () => {
  const failure = new Failure('no_credits', { status: 402 });
  const { answer, requests } = retrying(Infinity, failure);
  await expect(answer).rejects.toBe(failure);
  expect(requests).toEqual([0]);
});
