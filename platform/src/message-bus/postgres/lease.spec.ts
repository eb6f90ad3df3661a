import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeaseLostError } from '../port.ts';
import { ConsumerStoppedError, Lease } from './lease.ts';

const renew = vi.fn<() => Promise<void>>();
const never = new Promise<void>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  renew.mockReset().mockResolvedValue();
});
afterEach(() => vi.useRealTimers());

const claimed = (claimedAt = performance.now()): Lease => new Lease({ messageId: 'm', seconds: 15, claimedAt, renew });
const passes = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('renews a lease every third of its length until it is released, and then neither renews nor loses it', async () => {
  const lease = claimed();
  await passes(61);
  expect(renew).toHaveBeenCalledTimes(12);
  lease.release();
  await passes(61);
  expect(renew).toHaveBeenCalledTimes(12);
  expect(lease.signal.aborted).toBe(false);
});

test('a lease ends no later than on the server: its time runs from the request', async () => {
  const claimedAt = performance.now();
  await passes(4);
  renew.mockReturnValue(never);
  const slow = claimed(claimedAt);
  await passes(10.9);
  expect(slow.lost).toBe(false);
  await passes(0.2);
  expect(slow.lost).toBe(true);
  expect(slow.signal.reason).toBeInstanceOf(LeaseLostError);

  // Valid until 20 s.
  renew.mockReturnValueOnce(new Promise((resolve) => setTimeout(resolve, 9_000))).mockReturnValue(never);
  const renewed = claimed();
  await passes(19.9);
  expect(renewed.lost).toBe(false);
  await passes(0.2);
  expect(renewed.lost).toBe(true);
});

test('renews the lease more often while the server is down, and counts it as lost once unproved', async () => {
  renew.mockRejectedValue(new Error('away'));
  const lease = claimed();
  await passes(14.5);
  expect([renew.mock.calls.length, lease.lost]).toEqual([10, false]);
  await passes(1);
  expect(lease.lost).toBe(true);
  await passes(15);
  expect(renew).toHaveBeenCalledTimes(10);
});

test('ends a lease at once if another consumer holds it', async () => {
  renew.mockRejectedValue(new LeaseLostError('m'));
  const lease = claimed();
  await passes(5.1);
  expect(lease.lost).toBe(true);
});

test('an interrupted handler keeps its message until it has stopped', async () => {
  const lease = claimed();
  lease.interrupt();
  expect(lease.signal.reason).toBeInstanceOf(ConsumerStoppedError);
  await passes(31);
  expect([renew.mock.calls.length, lease.lost]).toEqual([6, false]);
  lease.release();
});
