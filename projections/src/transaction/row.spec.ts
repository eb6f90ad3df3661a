import { expect, test } from 'vitest';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { minuteOf, owner, recorded, step, uuidOf } from '../testing/events.ts';
import { evolve, type TransactionState } from './row.ts';

const id = uuidOf('picture');

function fold(events: readonly RecordedEvent<ClearcutEvent>[], from?: TransactionState): TransactionState | undefined {
  return events.reduce(evolve, from);
}

const pending: TransactionState = {
  id,
  version: 1,
  status: 'PENDING',
  owner,
  pipeline: { original: step(id, 'original') },
  errorCode: null,
  createdAt: minuteOf(1),
  updatedAt: minuteOf(1),
  deletedAt: null,
  expiredAt: null,
};

test('an uploaded picture is pending', () => {
  expect(fold(recorded(id, 'ImageUploaded'))).toEqual(pending);
});

const cutOut = {
  ...pending,
  version: 2,
  status: 'UPLOADED',
  pipeline: {
    original: step(id, 'original'),
    resized: step(id, 'resized'),
    transformed: step(id, 'transformed'),
  },
  updatedAt: minuteOf(2),
};

test('a removed background makes it UPLOADED with a preview', () => {
  expect(fold(recorded(id, 'ImageUploaded', 'BackgroundRemoved'))).toEqual(cutOut);
});

test('a refined matte adds the improved preview', () => {
  expect(fold(recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'MatteRefined'))).toEqual({
    ...cutOut,
    version: 3,
    pipeline: { ...cutOut.pipeline, improved: step(id, 'improved') },
    updatedAt: minuteOf(3),
  });
});

test('a failed refinement leaves the unrefined cut-out good', () => {
  expect(fold(recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'MatteRefinementFailed'))).toEqual({
    ...cutOut,
    version: 3,
    updatedAt: minuteOf(3),
  });
});

test.for([
  { type: 'SubjectNotFound', errorCode: 'subject_not_found' },
  { type: 'BackgroundRemovalFailed', errorCode: 'image_unreadable' },
] as const)('$type is an UPLOAD_ERROR with the code $errorCode', ({ type, errorCode }) => {
  expect(fold(recorded(id, 'ImageUploaded', type))).toEqual({
    ...pending,
    version: 2,
    status: 'UPLOAD_ERROR',
    errorCode,
    updatedAt: minuteOf(2),
  });
});

test('deletion and expiry are flags; the facts stay', () => {
  expect(fold(recorded(id, 'ImageUploaded', 'TransactionDeleted'))).toEqual({
    ...pending,
    version: 2,
    updatedAt: minuteOf(2),
    deletedAt: minuteOf(2),
  });
  expect(fold(recorded(id, 'ImageUploaded', 'ImageExpired'))).toMatchObject({ version: 2, expiredAt: minuteOf(2) });
});

test('events applied twice change nothing', () => {
  const events = recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'MatteRefined', 'ImageExpired');
  const once = fold(events);
  expect(fold(events, once)).toBe(once);
});

test('a missing event stops the fold instead of being passed over', () => {
  const [uploaded, , refined] = recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'MatteRefined');
  expect(() => fold([uploaded, refined].filter((event) => event !== undefined))).toThrow(/from version 1 to 3/);
  expect(() => fold(recorded(id, 'ImageUploaded', 'TransactionDeleted').slice(1))).toThrow(/from version 0 to 2/);
});

test('a stream that does not begin with an upload, or has a second one, stops the fold', () => {
  expect(() => fold(recorded(id, 'TransactionDeleted'))).toThrow(/begins with TransactionDeleted/);
  expect(() => fold(recorded(id, 'ImageUploaded', 'ImageUploaded'))).toThrow(/uploaded once/);
});
