import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { expect, test } from 'vitest';
import { Failure } from '../../../../lib/errors/failure.ts';
import { lifeOf, type Life } from '../../uploads/life/life.ts';
import { pictureView } from '../../uploads/transaction/testing/picture-view.ts';
import { countStages, isUnsettled, itemOf, storedOf, type BulkItem } from './bulk-item.ts';

const NOW = Date.parse('2026-01-01T00:10:00Z');
const item = (life: Life): BulkItem => ({ id: 'a', name: 'a.png', bytes: 100, life });
const onServer = (more: Partial<TransactionView>) =>
  item(lifeOf(pictureView('t', { updatedAt: new Date(NOW).toISOString(), ...more })));
const step = { id: 's' };

const queued = item({ stage: 'queued', key: 'k' });
const sending = item({ stage: 'sending', key: 'k', sent: { bytes: 1, total: 2 } });
const arrived = item({ stage: 'waiting', id: 't' });
const shown = onServer({ pipeline: { original: step, transformed: step } });
const improved = onServer({ pipeline: { original: step, transformed: step, improved: step } });
const broken = onServer({ status: 'UPLOAD_ERROR', error: { errorCode: 'background_removal_failed', message: '' } });
const refused = item({ stage: 'failed', failure: new Failure('file_corrupt', { message: 'No' }) });

test('all tries are counted', () => {
  expect(countStages([queued, sending, shown, improved, refused])).toEqual({
    queued: 1,
    sending: 1,
    waiting: 0,
    ready: 2,
    failed: 1,
    gone: 0,
  });
});

test('waiting for a better cut-out has a limit', () => {
  const all = [queued, arrived, shown, improved, broken];
  expect(all.map((one) => isUnsettled(one, NOW))).toEqual([false, true, true, false, false]);
  expect(isUnsettled(shown, NOW + 10 * 60_000)).toBe(false);
});

test.each([
  ['is queued', queued, queued.life],
  ['was being sent, with the same key', sending, queued.life],
  ['is on the server, to be polled', shown, arrived.life],
  ['failed there, to be polled', broken, arrived.life],
  ['was refused', refused, refused.life],
])('after a reload a picture continues: it %s', (_what, before, life) => {
  expect(itemOf(storedOf(before))).toEqual(item(life));
});
