import { expect, test } from 'vitest';
import { Failure } from '../../../../lib/errors/failure.ts';
import type { Life } from '../../uploads/life/life.ts';
import type { BulkItem } from './bulk-item.ts';
import { shareDone, timeLeft, withMark, type Mark } from './progress.ts';

const item = (life: Life): BulkItem => ({ id: 'a', name: 'a.png', bytes: 100, life });
const queued = item({ stage: 'queued', key: 'a' });
const sending = (bytes: number) => item({ stage: 'sending', key: 'a', sent: { bytes, total: 120 } });
const failed = item({ stage: 'failed', failure: new Failure('file_corrupt') });

test.each([
  [[], 0],
  [[queued], 0],
  [[sending(50)], 0.25],
  // A request body is slightly longer than its file.
  [[sending(120)], 0.5],
  [[item({ stage: 'waiting', id: 't' })], 0.5],
  [[failed], 1],
  [[failed, queued], 0.5],
])('%j reports its progress', (items, share) => {
  expect(shareDone(items)).toBe(share);
});

const marksOf = (...marks: [at: number, share: number][]) =>
  marks.reduce<readonly Mark[]>((known, [at, share]) => withMark(known, { at, share }), []);

test('the remaining time follows the pace', () => {
  expect(timeLeft(marksOf([0, 0], [10_000, 0.25]))).toBe(30_000);
});

test('gives no estimate too early or while nothing moves', () => {
  expect(timeLeft([])).toBeUndefined();
  expect(timeLeft(marksOf([0, 0], [1_000, 0.5]))).toBeUndefined();
  expect(timeLeft(marksOf([0, 0.5], [30_000, 0.5]))).toBeUndefined();
});

test('an old pace does not count', () => {
  expect(timeLeft(marksOf([0, 0], [1_000, 0.5], [100_000, 0.6], [110_000, 0.7]))).toBeCloseTo(30_000);
});

test('added pictures begin a new count', () => {
  expect(timeLeft(marksOf([0, 0], [10_000, 0.8], [11_000, 0.4]))).toBeUndefined();
});
