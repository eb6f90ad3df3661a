import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPassing } from '../../../../lib/http/retry.ts';
import { after, queued, type Life } from './life.ts';
import { isUnanswered, Sender, type SenderOptions } from './sender.ts';

/** A server that takes a second for a picture, and can be away or ask to wait. */
let server: {
  isAway: boolean;
  busy: Response | undefined;
  atOnce: number;
  most: number;
  keys: string[];
  tries: number;
  deleted: string[];
};

beforeEach(() => {
  vi.useFakeTimers();
  // The only parts of `window` needed.
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  server = { isAway: false, busy: undefined, atOnce: 0, most: 0, keys: [], tries: 0, deleted: [] };
  vi.stubGlobal('fetch', async (path: string, { method, headers }: RequestInit) => {
    if (method === 'DELETE') {
      server.deleted.push(path);
      return new Response(null, { status: 204 });
    }
    server.tries++;
    if (server.isAway) throw new TypeError('Failed to fetch');
    if (server.busy !== undefined) return server.busy.clone();
    server.most = Math.max(server.most, ++server.atOnce);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    server.atOnce--;
    const key = (headers as Record<string, string>)['idempotency-key'] ?? '';
    server.keys.push(key);
    return Response.json({ id: `on server ${key}`, status: 'PENDING', session_id: 's' }, { status: 201 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function senderOf(count: number, options: SenderOptions = { atOnce: 3, isPassing }) {
  const lives = new Map<string, Life>(Array.from({ length: count }, (_, at) => [`${at}`, queued(`key ${at}`)]));
  const offline: boolean[] = [];
  const sender = new Sender(
    {
      next(isRunning) {
        for (const [id, life] of lives) if (life.stage === 'queued' && !isRunning(id)) return { id, key: life.key };
        return undefined;
      },
      sourceOf: async (id) => (id === 'lost' ? undefined : { url: 'https://example.com/a.jpg' }),
      apply: (id, event) => {
        const life = lives.get(id);
        if (life !== undefined) lives.set(id, after(life, event));
      },
      onOffline: (isOffline) => offline.push(isOffline),
    },
    options,
  );
  const stages = () => [...lives.values()].map(({ stage }) => stage);
  return { sender, lives, offline, stages };
}
const keysOf = (count: number) => Array.from({ length: count }, (_, at) => `key ${at}`);

test('sends everything once, three at a time', async () => {
  const { sender, stages } = senderOf(10);
  sender.wake();
  sender.wake();
  await vi.runAllTimersAsync();
  expect(server.keys.toSorted()).toEqual(keysOf(10));
  expect(server.most).toBe(3);
  expect(new Set(stages())).toEqual(new Set(['waiting']));
});

test('retries an unreachable server less and less often, with the same keys, and sends everything once it is back', async () => {
  const { sender, offline } = senderOf(5);
  server.isAway = true;
  sender.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.tries).toBeLessThan(30);
  expect(offline.at(-1)).toBe(true);
  server.isAway = false;
  await vi.runAllTimersAsync();
  expect(server.keys.toSorted()).toEqual(keysOf(5));
  expect(offline.at(-1)).toBe(false);
});

test.each([
  ['too_many_requests', 429],
  ['queue_full', 503],
])('pauses when a server asks for it (%s), and does not report it as unreachable', async (errorCode, status) => {
  const { sender, offline } = senderOf(5);
  server.busy = Response.json({ errorCode }, { status });
  sender.wake();
  await vi.advanceTimersByTimeAsync(500);
  sender.wake();
  expect(server.tries).toBe(3);
  server.busy = undefined;
  await vi.runAllTimersAsync();
  expect(server.keys).toHaveLength(5);
  expect(offline).not.toContain(true);
});

test('a single picture shows an error answer at once, and is retried only after a lost connection', async () => {
  const { sender, lives, stages } = senderOf(1, { atOnce: 1, isPassing: isUnanswered });
  server.isAway = true;
  sender.wake();
  await vi.advanceTimersByTimeAsync(500);
  expect(stages()).toEqual(['queued']);
  Object.assign(server, { isAway: false, busy: Response.json({ errorCode: 'queue_full' }, { status: 503 }) });
  await vi.runAllTimersAsync();
  expect(lives.get('0')).toMatchObject({ stage: 'failed', failure: { code: 'queue_full' } });
});

test('deletes an abandoned picture that arrives nevertheless, and does not delay others', async () => {
  const { sender, lives } = senderOf(2, { atOnce: 1, isPassing });
  sender.wake();
  await vi.advanceTimersByTimeAsync(500);
  lives.delete('0');
  sender.stop('0');
  sender.wake();
  await vi.runAllTimersAsync();
  expect(server.deleted).toEqual(['/api/transaction/on%20server%20key%200/']);
  expect(lives.get('1')).toEqual({ stage: 'waiting', id: 'on server key 1' });
});

test('a picture chosen after a cancel does not wait for the pause to end', async () => {
  const { sender, lives } = senderOf(1);
  server.isAway = true;
  sender.wake();
  await vi.advanceTimersByTimeAsync(20_000);
  server.isAway = false;
  sender.stop();
  lives.set('new', queued('key new'));
  lives.delete('0');
  sender.wake();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(server.keys).toEqual(['key new']);
});

test('a missing file fails without stopping the others', async () => {
  const { sender, lives } = senderOf(1);
  lives.set('lost', queued('key lost'));
  sender.wake();
  await vi.runAllTimersAsync();
  expect(lives.get('lost')).toMatchObject({ stage: 'failed', failure: { code: 'file_gone' } });
  expect(server.keys).toEqual(['key 0']);
});
