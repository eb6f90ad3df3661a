import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showImage } from './patience.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // Of the browser's window only this is needed.
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An element whose first tries fail. */
class Picture extends EventTarget {
  readonly asked: [src: string, ms: number][] = [];
  readonly #begin = Date.now();
  readonly #failures: number;

  constructor(failures: number) {
    super();
    this.#failures = failures;
  }

  set src(src: string) {
    this.asked.push([src, Date.now() - this.#begin]);
    const type = this.asked.length > this.#failures ? 'load' : 'error';
    queueMicrotask(() => this.dispatchEvent(new Event(type)));
  }

  show(signal = new AbortController().signal): Promise<void> {
    return showImage(this as unknown as HTMLImageElement, '/a.webp', signal);
  }
}

test('an image that fails is asked for again at the same address after 1, 2 and 3 s', async () => {
  const picture = new Picture(3);
  const shown = picture.show();
  await vi.runAllTimersAsync();
  await shown;
  expect(picture.asked).toEqual([0, 1_000, 3_000, 6_000].map((ms) => ['/a.webp', ms]));
});

test('one that fails four times is given up', async () => {
  const picture = new Picture(4);
  const given = expect(picture.show()).rejects.toThrow();
  await vi.runAllTimersAsync();
  await given;
  expect(picture.asked).toHaveLength(4);
});

test('one that is no longer wanted is not asked for again', async () => {
  const picture = new Picture(4);
  const controller = new AbortController();
  const left = expect(picture.show(controller.signal)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(1_500);
  controller.abort();
  await vi.runAllTimersAsync();
  await left;
  expect(picture.asked).toHaveLength(2);
});
