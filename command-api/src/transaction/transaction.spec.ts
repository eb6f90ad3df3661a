import type { AnonymousOwner, ImageBlob, PipelineStep, TransactionEvent } from '@clearcut/schemas/transaction/events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { transactionDecider, type TransactionCommand, type TransactionState } from './transaction.ts';

const { decide, evolve, initialState } = transactionDecider;

const transactionId = '0b6f1a52-6f0c-4a3c-9d53-0d2d3a1c7e10';
const sha256 = 'a'.repeat(64);
const owner: AnonymousOwner = { clientKey: 'c'.repeat(64), sessionId: '1b4e28ba-2fa1-41d2-883f-0016d3cca427' };
const stranger: AnonymousOwner = { clientKey: 'd'.repeat(64), sessionId: '6fa459ea-ee8a-3ca4-894e-db77e160355e' };
const blob: ImageBlob = {
  blob: 'transaction/x/original',
  sha256,
  bytes: 10,
  mediaType: 'image/png',
  width: 4,
  height: 3,
};
const step = (opId: string): PipelineStep => ({ ...blob, opId });
const original = step('9a3d3c1e-1a43-4c43-8a3e-0f2a9d7a1c01');
const other = step('9a3d3c1e-1a43-4c43-8a3e-0f2a9d7a1c02');
const model = { name: 'clearcut-1', version: '1', sha256 };

const uploaded: TransactionEvent = {
  type: 'ImageUploaded',
  data: { transactionId, owner, source: 'file', original },
};
const removed: TransactionEvent = {
  type: 'BackgroundRemoved',
  data: { transactionId, resized: other, transformed: other, coarseMatte: blob, model },
};
const refined: TransactionEvent = {
  type: 'MatteRefined',
  data: { transactionId, improved: other, matte: blob, refinement: { method: 'guided', version: 1 } },
};
const refinementFailed: TransactionEvent = {
  type: 'MatteRefinementFailed',
  data: { transactionId, errorCode: 'background_removal_failed' },
};
const notFound: TransactionEvent = { type: 'SubjectNotFound', data: { transactionId, model } };
const failed: TransactionEvent = {
  type: 'BackgroundRemovalFailed',
  data: { transactionId, errorCode: 'image_unreadable' },
};
const deleted: TransactionEvent = { type: 'TransactionDeleted', data: { transactionId } };
const expired: TransactionEvent = { type: 'ImageExpired', data: { transactionId } };

const upload: TransactionCommand = { type: 'UploadImage', transactionId, owner, source: 'file', original };
const recordRemoved: TransactionCommand = { type: 'RecordBackgroundRemoved', ...removed.data };
const recordRefined: TransactionCommand = { type: 'RecordMatteRefined', ...refined.data };
const recordNotFound: TransactionCommand = { type: 'RecordSubjectNotFound', ...notFound.data };
const recordRemovalFailed: TransactionCommand = {
  type: 'RecordJobFailed',
  transactionId,
  job: 'remove-background',
  errorCode: 'image_unreadable',
};
const recordRefinementFailed: TransactionCommand = {
  type: 'RecordJobFailed',
  transactionId,
  job: 'refine-matte',
  errorCode: 'background_removal_failed',
};
const remove: TransactionCommand = { type: 'DeleteTransaction', transactionId, requester: owner };
const expire: TransactionCommand = { type: 'ExpireImage', transactionId };

const given = (...events: TransactionEvent[]): TransactionState => events.reduce(evolve, initialState);

function when(command: TransactionCommand, ...events: TransactionEvent[]): readonly TransactionEvent[] {
  return decide(command, given(...events));
}

test('an upload is recorded once', () => {
  expect(when(upload)).toEqual([uploaded]);
  expect(when(upload, uploaded)).toEqual([]);
  expect(when(upload, uploaded, removed, refined)).toEqual([]);
  expect(when(upload, uploaded, deleted)).toEqual([]);
});

test('the same idempotency key with other bytes, another source or another owner is refused', () => {
  expect(() => when({ ...upload, original: other }, uploaded)).toThrow(
    expect.objectContaining({ code: 'idempotency_key_reused' }),
  );
  expect(() => when({ ...upload, source: 'url' }, uploaded)).toThrow(
    expect.objectContaining({ code: 'idempotency_key_reused' }),
  );
  expect(() => when({ ...upload, owner: stranger }, uploaded)).toThrow(
    expect.objectContaining({ code: 'idempotency_key_reused' }),
  );
});

test('the cut-out of a pending picture is recorded once', () => {
  expect(when(recordRemoved, uploaded)).toEqual([removed]);
  expect(when(recordRemoved, uploaded, removed)).toEqual([]);
  expect(when(recordRemoved, uploaded, removed, refined)).toEqual([]);
});

test('no subject is the end of a pending picture only', () => {
  expect(when(recordNotFound, uploaded)).toEqual([notFound]);
  expect(when(recordNotFound, uploaded, notFound)).toEqual([]);
  expect(when(recordNotFound, uploaded, removed)).toEqual([]);
  expect(when(recordRemoved, uploaded, notFound)).toEqual([]);
});

test('a failure is recorded once, and never after a success', () => {
  expect(when(recordRemovalFailed, uploaded)).toEqual([failed]);
  expect(when(recordRemovalFailed, uploaded, failed)).toEqual([]);
  expect(when(recordRemovalFailed, uploaded, notFound)).toEqual([]);
  expect(when(recordRemovalFailed, uploaded, removed)).toEqual([]);
  expect(when(recordRemovalFailed, uploaded, removed, refined)).toEqual([]);
});

test('a job that succeeds after it was given up on (a redriven dead letter) still counts', () => {
  expect(when(recordRemoved, uploaded, failed)).toEqual([removed]);
  expect(when(recordNotFound, uploaded, failed)).toEqual([notFound]);
});

test('refinement follows the cut-out, once, also after a failure of its own', () => {
  expect(when(recordRefined, uploaded)).toEqual([]);
  expect(when(recordRefined, uploaded, removed)).toEqual([refined]);
  expect(when(recordRefined, uploaded, removed, refined)).toEqual([]);
  expect(when(recordRefined, uploaded, removed, refinementFailed)).toEqual([refined]);
});

test('a failed refinement is recorded once, and never after a success', () => {
  expect(when(recordRefinementFailed, uploaded)).toEqual([]);
  expect(when(recordRefinementFailed, uploaded, removed)).toEqual([refinementFailed]);
  expect(when(recordRefinementFailed, uploaded, removed, refinementFailed)).toEqual([]);
  expect(when(recordRefinementFailed, uploaded, removed, refined)).toEqual([]);
});

test.each([deleted, expired])('after $type no result, deletion or expiry yields anything', (end) => {
  const commands = [recordRemoved, recordRefined, recordNotFound, recordRemovalFailed, recordRefinementFailed];
  for (const command of [...commands, remove, expire]) expect(when(command, uploaded, removed, end)).toEqual([]);
});

test('results for a picture that never was yield nothing', () => {
  for (const command of [recordRemoved, recordRefined, recordNotFound, recordRemovalFailed, expire]) {
    expect(when(command)).toEqual([]);
  }
});

test('the owner deletes in any state, with one credential or both', () => {
  for (const history of [[uploaded], [uploaded, removed], [uploaded, removed, refined], [uploaded, failed]]) {
    expect(when(remove, ...history)).toEqual([deleted]);
  }
  expect(when({ ...remove, requester: { clientKey: owner.clientKey } }, uploaded)).toEqual([deleted]);
  expect(when({ ...remove, requester: { sessionId: owner.sessionId } }, uploaded)).toEqual([deleted]);
});

test('nobody else deletes, and to them the picture does not exist', () => {
  const mixed = { clientKey: owner.clientKey, sessionId: stranger.sessionId };
  for (const requester of [stranger, mixed, { clientKey: stranger.clientKey }, {}]) {
    for (const history of [[], [uploaded], [uploaded, deleted], [uploaded, expired]]) {
      expect(() => when({ ...remove, requester }, ...history)).toThrow(
        expect.objectContaining({ code: 'transaction_not_found' }),
      );
    }
  }
});

test('expiry ends every picture that still is', () => {
  expect(when(expire, uploaded)).toEqual([expired]);
  expect(when(expire, uploaded, removed, refined)).toEqual([expired]);
  expect(when(expire, uploaded, notFound)).toEqual([expired]);
});

test('whatever the order, each command has an effect at most once and nothing follows the end', () => {
  const commands = [
    recordRemoved,
    recordRefined,
    recordNotFound,
    recordRemovalFailed,
    recordRefinementFailed,
    remove,
    expire,
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...commands), { maxLength: 12 }), (sequence) => {
      let state = given(uploaded);
      const log: string[] = [];
      for (const command of sequence) {
        for (const event of decide(command, state)) {
          state = evolve(state, event);
          log.push(event.type);
        }
        expect(decide(command, state)).toEqual([]);
      }
      expect(new Set(log).size).toBe(log.length);
      const end = log.findIndex((type) => type === 'TransactionDeleted' || type === 'ImageExpired');
      if (end !== -1) expect(end).toBe(log.length - 1);
    }),
  );
});
