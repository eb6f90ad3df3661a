import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../lib/errors/failure.ts';
import type { BulkItem } from './bulk-item.ts';
import { UploadQueue } from './upload-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The only part of `window` needed.
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const items = (count: number): BulkItem[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, key: `${index}`, name: 'a.png', bytes: 1 }));

/** A queue whose uploads take a second each, with a server that can be offline or ask to wait. */
function queueOver(count: number) {
  const left = items(count);
  const server = {
    isAway: false,
    busy: undefined as Failure | undefined,
    atOnce: 0,
    most: 0,
    sent: [] as string[],
    tries: 0,
    offline: [] as boolean[],
  };
  const queue = new UploadQueue({
    next: (isRunning) => left.find(({ id }) => !isRunning(id)),
    onOffline: (isOffline) => server.offline.push(isOffline),
    async send({ id }, signal) {
      server.tries++;
      if (server.isAway) throw new Failure('network');
      if (server.busy !== undefined) throw server.busy;
      server.most = Math.max(server.most, ++server.atOnce);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      server.atOnce--;
      if (signal.aborted) throw new DOMException('', 'AbortError');
      server.sent.push(id);
      left.splice(
        left.findIndex((item) => item.id === id),
        1,
      );
    },
  });
  return { queue, server, left };
}

test('sends everything once, three at a time', async () => {
  const { queue, server } = queueOver(10);
  queue.wake();
  queue.wake();
  await vi.runAllTimersAsync();
  expect(server.sent.toSorted()).toEqual(items(10).map(({ id }) => id));
  expect(server.most).toBe(3);
});

test('retries an unreachable server less and less often, and sends everything once it is back', async () => {
  const { queue, server } = queueOver(5);
  server.isAway = true;
  queue.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.tries).toBeLessThan(30);
  expect(server.offline.at(-1)).toBe(true);
  server.isAway = false;
  await vi.runAllTimersAsync();
  expect(server.sent).toHaveLength(5);
  expect(server.offline.at(-1)).toBe(false);
});

test.each([
  ['too_many_requests', 429],
  ['queue_full', 503],
])('pauses when a server asks for it (%s), and does not report it as unreachable', async (code, status) => {
  const { queue, server } = queueOver(5);
  server.busy = new Failure(code, { status });
  queue.wake();
  await vi.advanceTimersByTimeAsync(500);
  queue.wake();
  expect(server.tries).toBe(3);
  server.busy = undefined;
  await vi.runAllTimersAsync();
  expect(server.sent).toHaveLength(5);
  expect(server.offline).not.toContain(true);
});

test('does not send a stopped file, but sends the others', async () => {
  const { queue, server, left } = queueOver(4);
  queue.wake();
  left.shift();
  queue.stop('0');
  await vi.runAllTimersAsync();
  expect(server.sent.toSorted()).toEqual(['1', '2', '3']);
});
