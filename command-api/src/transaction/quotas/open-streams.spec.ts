import { expect, test } from 'vitest';
import type { Anonymous } from '../../kernel/requester.ts';
import { createOpenStreams } from './open-streams.ts';

const visitor = (clientKey: string): Anonymous => ({ kind: 'anonymous', clientKey });
const here = '192.0.2.7';

test("limits a user's open streams, and allows another as soon as one is closed", () => {
  const streams = createOpenStreams({ owner: 2, address: 100 });
  const first = new AbortController();
  const open = (signal = new AbortController().signal) => streams.open(visitor('ann'), here, signal);
  open(first.signal);
  open();
  expect(open).toThrow(expect.objectContaining({ code: 'too_many_streams', retryAfterSeconds: 5 }));
  first.abort();
  open();
  expect(open).toThrow();
});

test('limits an address too, and counts an IPv6 network as one', () => {
  const streams = createOpenStreams({ owner: 100, address: 2 });
  const { signal } = new AbortController();
  streams.open(visitor('ann'), '2001:db8::1', signal);
  streams.open(visitor('bob'), '2001:db8::2', signal);
  expect(() => streams.open(visitor('cid'), '2001:db8::3', signal)).toThrow();
  streams.open(visitor('cid'), here, signal);
});

test('does not count a stream whose client is already gone', () => {
  const streams = createOpenStreams({ owner: 1, address: 1 });
  streams.open(visitor('ann'), here, AbortSignal.abort());
  streams.open(visitor('ann'), here, new AbortController().signal);
});
