import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { expect, test } from 'vitest';
import { canRetry, countPhases, isUnsettled, itemFailure, phaseOf, type BulkItem } from './bulk-item.ts';

const NOW = Date.parse('2026-01-01T00:10:00Z');
const item = (more: Partial<BulkItem>): BulkItem => ({ id: 'a', key: 'a', name: 'a.png', bytes: 100, ...more });
const view = (more: Partial<TransactionView>) =>
  ({
    status: 'UPLOADED',
    pipeline: {},
    error: null,
    updatedAt: new Date(NOW).toISOString(),
    ...more,
  }) as TransactionView;
const onServer = (more: Partial<TransactionView>) => item({ transactionId: 't', view: view(more) });
const step = { id: 's' };

const waiting = item({});
const uploading = item({ sent: 0 });
const arrived = item({ transactionId: 't' });
const shown = onServer({ pipeline: { original: step, transformed: step } });
const improved = onServer({ pipeline: { original: step, transformed: step, improved: step } });
const broken = onServer({ status: 'UPLOAD_ERROR', error: { errorCode: 'background_removal_failed', message: '' } });
const refused = item({ failure: { code: 'file_corrupt', message: '' } });
const lost = item({ failure: { code: 'file_gone', message: '' } });

test.each([
  [waiting, 'waiting'],
  [uploading, 'uploading'],
  [arrived, 'processing'],
  [onServer({ status: 'PENDING' }), 'processing'],
  [shown, 'ready'],
  [improved, 'ready'],
  [broken, 'failed'],
  [refused, 'failed'],
] as const)('%# is %s', (one, phase) => {
  expect(phaseOf(one)).toBe(phase);
});

test('all tries are counted', () => {
  expect(countPhases([waiting, uploading, shown, improved, refused])).toEqual({
    waiting: 1,
    uploading: 1,
    processing: 0,
    ready: 2,
    failed: 1,
  });
});

test('retries only what may succeed', () => {
  expect([broken, refused, lost, shown].map(canRetry)).toEqual([true, false, false, false]);
  expect(itemFailure(broken)?.code).toBe('background_removal_failed');
});

test('waiting for a better cut-out has a limit', () => {
  expect([waiting, arrived, shown, improved].map((one) => isUnsettled(one, NOW))).toEqual([false, true, true, false]);
  expect(isUnsettled(shown, NOW + 10 * 60_000)).toBe(false);
});
