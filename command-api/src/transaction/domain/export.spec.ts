import { MAX_EXPORTS } from '@clearcut/schemas/constants';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { expect, test } from 'vitest';
import { blob, chosen, cutOut, deleted, expired, transactionId, uuidOf, when } from '../testing/histories.ts';
import { recordExportFailed, recordExportMade, requestExport } from './export.ts';

const options = { format: 'webp', crop: 'none', margin: 0, background: null, layout: null } as const;
const asked = (name: string) => ({ transactionId, exportId: uuidOf(name), source: blob('hd'), options });
const request = requestExport(asked('export'));
const requested: TransactionEvent = { type: 'ExportRequested', data: asked('export') };
const renderer = { name: 'clearcut-export', version: 1 };
const result = { transactionId, exportId: uuidOf('export'), file: blob('webp'), foreground: null, renderer };
const made: TransactionEvent = { type: 'ExportMade', data: result };
const recordMade = recordExportMade(result);
const failure = { transactionId, exportId: uuidOf('export'), errorCode: 'image_unreadable' } as const;
const failed: TransactionEvent = { type: 'ExportFailed', data: failure };
const recordFailed = recordExportFailed(failure);

test('an export is requested once while it is made and after, and again after a failure', () => {
  expect(when(request, ...cutOut)).toEqual([requested]);
  expect(when(request, ...cutOut, requested)).toEqual([]);
  expect(when(request, ...cutOut, requested, made)).toEqual([]);
  expect(when(request, ...cutOut, requested, failed)).toEqual([requested]);
  // A save stays available whatever subject is chosen later.
  expect(when(request, ...cutOut, chosen)).toEqual([requested]);
});

test('an export completes or fails once, and a redriven one may succeed after all', () => {
  expect(when(recordMade, ...cutOut, requested)).toEqual([made]);
  expect(when(recordMade, ...cutOut, requested, made)).toEqual([]);
  expect(when(recordMade, ...cutOut, requested, failed)).toEqual([made]);
  expect(when(recordFailed, ...cutOut, requested)).toEqual([failed]);
  expect(when(recordFailed, ...cutOut, requested, failed)).toEqual([]);
  expect(when(recordFailed, ...cutOut, requested, made)).toEqual([]);
  for (const record of [recordMade, recordFailed]) {
    expect(when(record, ...cutOut)).toEqual([]);
    expect(when(record)).toEqual([]);
    expect(when(record, ...cutOut, requested, deleted)).toEqual([]);
  }
});

test('a removed picture is not exported, and exports are limited', () => {
  expect(() => when(request)).toThrow(expect.objectContaining({ code: 'transaction_not_found' }));
  expect(() => when(request, ...cutOut, deleted)).toThrow(expect.objectContaining({ code: 'transaction_not_found' }));
  expect(() => when(request, ...cutOut, expired)).toThrow(expect.objectContaining({ code: 'image_expired' }));
  const many = Array.from({ length: MAX_EXPORTS }, (_, n): TransactionEvent => ({ ...requested, data: asked(`${n}`) }));
  expect(() => when(request, ...cutOut, ...many)).toThrow(expect.objectContaining({ code: 'too_many_exports' }));
  expect(when(request, ...cutOut, requested, failed, ...many.slice(1))).toEqual([requested]);
});
