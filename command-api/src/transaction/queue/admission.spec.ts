import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAdmission } from './admission.ts';

const refusal = expect.objectContaining({ code: 'queue_full', status: 503, retryAfterSeconds: 10 }) as Error;

test('a full queue refuses uploads until it is shorter', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const depth = vi.fn(() => Promise.resolve(3));
  const admission = createAdmission({ depth }, 3);
  await expect(admission.refuse()).rejects.toThrow(refusal);
  depth.mockResolvedValue(2);
  vi.advanceTimersByTime(1_000);
  await admission.refuse();
  expect(depth).toHaveBeenCalledWith(IMAGE_JOBS);
});

test('regression: a clock set back an hour at a full queue refused all uploads for that hour', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const depth = vi.fn(() => Promise.resolve(3));
  const admission = createAdmission({ depth }, 3);
  await expect(admission.refuse()).rejects.toThrow(refusal);
  depth.mockResolvedValue(2);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_000);
  await admission.refuse();
});

test('simultaneous uploads count the queue once', async () => {
  const depth = vi.fn(() => Promise.resolve(0));
  const admission = createAdmission({ depth }, 1);
  await Promise.all([admission.refuse(), admission.refuse(), admission.refuse()]);
  expect(depth).toHaveBeenCalledTimes(1);
});

test('does not count the queue without a limit', async () => {
  const depth = vi.fn(() => Promise.reject(new Error('the bus is away')));
  await createAdmission({ depth }, 0).refuse();
  expect(depth).not.toHaveBeenCalled();
});

test('refuses nothing when the bus fails or does not answer', async () => {
  await createAdmission({ depth: () => Promise.reject(new Error('the bus is away')) }, 1).refuse();
  await createAdmission({ depth: () => new Promise(() => undefined) }, 1).refuse();
});
