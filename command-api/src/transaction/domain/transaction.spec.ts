import type {
  AnonymousOwner,
  ImageBlob,
  PipelineStep,
  TransactionEvent,
  UserOwner,
} from '@clearcut/schemas/transaction/events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Person, Member } from '../../kernel/requester.ts';
import { AUTO, type SubjectChoice } from '@clearcut/schemas/transaction/subject';
import {
  chooseSubject,
  recordBackgroundRemoved,
  recordMatteRefined,
  recordRefinementFailed,
  recordRemovalFailed,
  recordSubjectNotFound,
} from './cut-out.ts';
import { pictureAggregate, type PictureDecision, type TransactionState } from './picture.ts';
import { deleteTransaction, expireImage, linkImage, uploadImage } from './transaction.ts';

const { evolve, initialState } = pictureAggregate;

const transactionId = '0b6f1a52-6f0c-4a3c-9d53-0d2d3a1c7e10';
const sha256 = 'a'.repeat(64);
const owner: AnonymousOwner = {
  kind: 'anonymous',
  clientKey: 'c'.repeat(64),
  sessionId: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
};
const stranger: AnonymousOwner = {
  kind: 'anonymous',
  clientKey: 'd'.repeat(64),
  sessionId: '6fa459ea-ee8a-3ca4-894e-db77e160355e',
};
const user: UserOwner = {
  kind: 'user',
  userId: '3d813cbb-47fb-4a8b-9a3b-2c2f7a0e5d11',
  teamId: '3d813cbb-47fb-4a8b-9a3b-2c2f7a0e5d12',
  sessionId: owner.sessionId,
};
const loggedIn: Member = {
  kind: 'user',
  userId: user.userId,
  teamId: user.teamId,
  role: 'limited',
  permissions: ['editor'],
  mayDeleteOwnAccount: false,
  isStaff: false,
  staffRoles: [],
  hasSecondFactor: false,
};
const someone = '3d813cbb-47fb-4a8b-9a3b-2c2f7a0e5d14';
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
  data: { transactionId, owner, source: 'file', original, batchId: null, askedModel: null },
};
const renderer = { name: 'clearcut-scene', version: 2 };
const segmentation = { method: 'graph', version: 1 };
const removed = {
  type: 'BackgroundRemoved',
  data: { transactionId, resized: other, transformed: other, coarseMatte: blob, model, isGuess: false, renderer },
} as const satisfies TransactionEvent;
const refined = {
  type: 'MatteRefined',
  data: { transactionId, improved: other, matte: blob, refinement: { method: 'guided', version: 1 }, renderer, model },
} as const satisfies TransactionEvent;
const mapped: TransactionEvent = { type: 'RegionsMapped', data: { transactionId, regions: blob, segmentation } };
const refinementFailed: TransactionEvent = {
  type: 'MatteRefinementFailed',
  data: { transactionId, errorCode: 'background_removal_failed' },
};
const notFound = { type: 'SubjectNotFound', data: { transactionId, model } } as const satisfies TransactionEvent;
const failed: TransactionEvent = {
  type: 'BackgroundRemovalFailed',
  data: { transactionId, errorCode: 'image_unreadable' },
};
const linked: TransactionEvent = { type: 'ImageLinked', data: { transactionId, owner: user } };
const deleted: TransactionEvent = { type: 'TransactionDeleted', data: { transactionId } };
const expired: TransactionEvent = { type: 'ImageExpired', data: { transactionId } };

const uploadOf = (other: Partial<Parameters<typeof uploadImage>[0]> = {}) =>
  uploadImage({
    transactionId,
    owner,
    source: 'file',
    original,
    batchId: null,
    subject: AUTO,
    askedModel: null,
    ...other,
  });
const upload = uploadOf();
const point: SubjectChoice = { kind: 'point', x: 3, y: 2 };
const chosen: TransactionEvent = { type: 'SubjectChosen', data: { transactionId, subject: point } };
const chooseOf = (subject: SubjectChoice, requester: Person = owner) =>
  chooseSubject({ transactionId, requester, subject });
const choose = chooseOf(point);
const removedOf = (subject: SubjectChoice) => recordBackgroundRemoved({ subject, ...removed.data });
const recordRemoved = removedOf(AUTO);
const refinedOf = (other: Partial<Parameters<typeof recordMatteRefined>[0]> = {}) =>
  recordMatteRefined({ subject: AUTO, ...refined.data, regions: blob, segmentation, ...other });
const recordRefined = refinedOf();
const recordNotFound = recordSubjectNotFound({ subject: AUTO, ...notFound.data });
const removalFailed = recordRemovalFailed({ transactionId, subject: AUTO, errorCode: 'image_unreadable' });
const matteFailed = recordRefinementFailed({ transactionId, subject: AUTO, errorCode: 'background_removal_failed' });
const removeBy = (requester: Person) => deleteTransaction(transactionId, requester);
const remove = removeBy(owner);
const link = linkImage(transactionId, user);
const expire = expireImage(transactionId);

const given = (...events: TransactionEvent[]): TransactionState => events.reduce(evolve, initialState);

function when(decide: PictureDecision, ...events: TransactionEvent[]): readonly TransactionEvent[] {
  return decide(given(...events), new Date(0));
}

test('records an upload once', () => {
  expect(when(upload)).toEqual([uploaded]);
  expect(when(upload, uploaded)).toEqual([]);
  expect(when(upload, uploaded, removed, refined)).toEqual([]);
  expect(when(upload, uploaded, deleted)).toEqual([]);
});

test('regression: the same idempotency key for another batch is refused, rather than the batch ignored', () => {
  const inBatch = uploadOf({ batchId: someone });
  const events = when(inBatch);
  expect(when(inBatch, ...events)).toEqual([]);
  for (const batchId of [null, transactionId]) {
    expect(() => when(uploadOf({ batchId }), ...events)).toThrow(
      expect.objectContaining({ code: 'idempotency_key_reused' }),
    );
  }
});

test('the same idempotency key with other bytes, another source or another owner is refused', () => {
  expect(() => when(uploadOf({ original: other }), uploaded)).toThrow(
    expect.objectContaining({ code: 'idempotency_key_reused' }),
  );
  expect(() => when(uploadOf({ source: 'url' }), uploaded)).toThrow(
    expect.objectContaining({ code: 'idempotency_key_reused' }),
  );
  for (const another of [stranger, { ...owner, sessionId: stranger.sessionId }]) {
    expect(() => when(uploadOf({ owner: another }), uploaded)).toThrow(
      expect.objectContaining({ code: 'idempotency_key_reused' }),
    );
  }
});

test('records the cut-out of a pending picture once', () => {
  expect(when(recordRemoved, uploaded)).toEqual([removed]);
  expect(when(recordRemoved, uploaded, removed)).toEqual([]);
  expect(when(recordRemoved, uploaded, removed, refined)).toEqual([]);
});

test('only a pending picture ends without a subject', () => {
  expect(when(recordNotFound, uploaded)).toEqual([notFound]);
  expect(when(recordNotFound, uploaded, notFound)).toEqual([]);
  expect(when(recordNotFound, uploaded, removed)).toEqual([]);
  expect(when(recordRemoved, uploaded, notFound)).toEqual([]);
});

test('records a failure once, and never after a success', () => {
  expect(when(removalFailed, uploaded)).toEqual([failed]);
  expect(when(removalFailed, uploaded, failed)).toEqual([]);
  expect(when(removalFailed, uploaded, notFound)).toEqual([]);
  expect(when(removalFailed, uploaded, removed)).toEqual([]);
  expect(when(removalFailed, uploaded, removed, refined)).toEqual([]);
});

test('a job that succeeds after it was abandoned (a redriven dead letter) still counts', () => {
  expect(when(recordRemoved, uploaded, failed)).toEqual([removed]);
  expect(when(recordNotFound, uploaded, failed)).toEqual([notFound]);
});

test('refinement follows the cut-out once, even after it failed', () => {
  expect(when(recordRefined, uploaded)).toEqual([]);
  expect(when(recordRefined, uploaded, removed)).toEqual([refined, mapped]);
  expect(when(recordRefined, uploaded, removed, refined)).toEqual([]);
  // A newer worker repeats the job: another matte would be another picture to pay for.
  const newer = refinedOf({
    matte: { ...blob, sha256: 'e'.repeat(64) },
    refinement: { method: 'guided', version: 9 },
  });
  expect(when(newer, uploaded, removed, refined)).toEqual([]);
  expect(when(recordRefined, uploaded, removed, refinementFailed)).toEqual([refined, mapped]);
});

test('records a failed refinement once, and never after a success', () => {
  expect(when(matteFailed, uploaded)).toEqual([]);
  expect(when(matteFailed, uploaded, removed)).toEqual([refinementFailed]);
  expect(when(matteFailed, uploaded, removed, refinementFailed)).toEqual([]);
  expect(when(matteFailed, uploaded, removed, refined)).toEqual([]);
});

test.each([deleted, expired])('no result, deletion or expiry has an effect after $type', (end) => {
  const results = [recordRemoved, recordRefined, recordNotFound, removalFailed, matteFailed];
  for (const decide of [...results, remove, expire]) expect(when(decide, uploaded, removed, end)).toEqual([]);
});

test('results for a picture that never existed have no effect', () => {
  for (const decide of [recordRemoved, recordRefined, recordNotFound, removalFailed, expire]) {
    expect(when(decide)).toEqual([]);
  }
});

test('the owner deletes in any state, with one credential or both', () => {
  for (const history of [[uploaded], [uploaded, removed], [uploaded, removed, refined], [uploaded, failed]]) {
    expect(when(remove, ...history)).toEqual([deleted]);
  }
  expect(when(removeBy({ kind: 'anonymous', clientKey: owner.clientKey }), uploaded)).toEqual([deleted]);
  expect(when(removeBy({ kind: 'anonymous', sessionId: owner.sessionId }), uploaded)).toEqual([deleted]);
});

test('another user cannot delete a picture: for them it does not exist', () => {
  const kind = 'anonymous';
  const strangers: Person[] = [
    stranger,
    { kind, clientKey: owner.clientKey, sessionId: stranger.sessionId },
    { kind, clientKey: stranger.clientKey },
    { kind },
    loggedIn,
  ];
  for (const requester of strangers) {
    for (const history of [[], [uploaded], [uploaded, deleted], [uploaded, expired]]) {
      expect(() => when(removeBy(requester), ...history)).toThrow(
        expect.objectContaining({ code: 'transaction_not_found' }),
      );
    }
  }
});

test('links a picture to an account once, in any state, without other changes', () => {
  for (const history of [[uploaded], [uploaded, removed], [uploaded, removed, refined], [uploaded, failed]]) {
    expect(when(link, ...history)).toEqual([linked]);
    expect(when(link, ...history, linked)).toEqual([]);
    const before = given(...history);
    expect(given(...history, linked)).toEqual({ ...before, picture: { ...before?.picture, owner: user } });
  }
  expect(when(recordRemoved, uploaded, linked)).toEqual([removed]);
});

test("only the picture's own anonymous session links it, and the first account keeps it", () => {
  expect(() => when(linkImage(transactionId, { ...user, sessionId: stranger.sessionId }), uploaded)).toThrow(
    expect.objectContaining({ code: 'link_images_failed' }),
  );
  expect(when(linkImage(transactionId, { ...user, userId: someone }), uploaded, linked)).toEqual([]);
  expect(when(link, uploaded, deleted)).toEqual([]);
  expect(when(link, uploaded, expired)).toEqual([]);
  expect(() => when(link)).toThrow(expect.objectContaining({ code: 'transaction_not_found' }));
});

test("only its account and the team's admins delete an account's picture", () => {
  expect(when(removeBy(loggedIn), uploaded, linked)).toEqual([deleted]);
  expect(when(removeBy({ ...loggedIn, userId: someone, role: 'admin' }), uploaded, linked)).toEqual([deleted]);
  const strangers: Person[] = [
    owner,
    { ...loggedIn, userId: someone },
    { ...loggedIn, userId: someone, role: 'collaborator' },
    { ...loggedIn, userId: someone, teamId: someone, role: 'admin', isStaff: true },
  ];
  for (const requester of strangers) {
    expect(() => when(removeBy(requester), uploaded, linked)).toThrow(
      expect.objectContaining({ code: 'transaction_not_found' }),
    );
  }
});

test('only the account repeats its own upload, from whatever session', () => {
  const own: TransactionEvent = {
    type: 'ImageUploaded',
    data: { transactionId, owner: user, source: 'file', original, batchId: null, askedModel: null },
  };
  expect(when(uploadOf({ owner: { ...user, sessionId: stranger.sessionId } }), own)).toEqual([]);
  for (const other of [owner, { ...user, userId: someone }]) {
    expect(() => when(uploadOf({ owner: other }), own)).toThrow(
      expect.objectContaining({ code: 'idempotency_key_reused' }),
    );
  }
});

test('expiry ends every remaining picture', () => {
  expect(when(expire, uploaded)).toEqual([expired]);
  expect(when(expire, uploaded, removed, refined)).toEqual([expired]);
  expect(when(expire, uploaded, notFound)).toEqual([expired]);
});

function effect(decide: PictureDecision, state: TransactionState): readonly TransactionEvent[] {
  try {
    return decide(state, new Date(0));
  } catch (error) {
    expect(error).toMatchObject({ code: 'transaction_not_found' });
    return [];
  }
}

test('each command takes effect at most once, and nothing follows the end, in any order', () => {
  const commands = [
    recordRemoved,
    recordRefined,
    recordNotFound,
    removalFailed,
    matteFailed,
    link,
    removeBy({ ...loggedIn, role: 'admin' }),
    remove,
    expire,
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...commands), { maxLength: 12 }), (sequence) => {
      let state = given(uploaded);
      const log: string[] = [];
      for (const decide of sequence) {
        for (const event of effect(decide, state)) {
          state = evolve(state, event);
          log.push(event.type);
        }
        expect(effect(decide, state)).toEqual([]);
      }
      expect(new Set(log).size).toBe(log.length);
      const end = log.findIndex((type) => type === 'TransactionDeleted' || type === 'ImageExpired');
      if (end !== -1) expect(end).toBe(log.length - 1);
    }),
  );
});

test('an upload with a choice records it at once', () => {
  expect(when(uploadOf({ subject: point }))).toEqual([uploaded, chosen]);
});

test('a subject can be chosen in any state, and the cut-out for it is recorded', () => {
  for (const before of [[], [removed], [removed, refined], [notFound], [failed]]) {
    expect(when(choose, uploaded, ...before)).toEqual([chosen]);
  }
  expect(when(removedOf(point), uploaded, removed, refined, chosen)).toEqual([removed]);
  expect(when(refinedOf({ subject: point }), uploaded, removed, refined, chosen, removed)).toEqual([refined, mapped]);
});

test('the same choice changes nothing, unless it retries our own failure', () => {
  expect(when(choose, uploaded, chosen)).toEqual([]);
  expect(when(choose, uploaded, chosen, removed)).toEqual([]);
  expect(when(choose, uploaded, chosen, notFound)).toEqual([]);
  expect(when(choose, uploaded, chosen, failed)).toEqual([chosen]);
  expect(when(chooseOf(AUTO), uploaded, removed)).toEqual([]);
});

test('results for an earlier choice are too late', () => {
  for (const late of [recordRemoved, recordNotFound, removalFailed]) {
    expect(when(late, uploaded, chosen)).toEqual([]);
  }
  for (const late of [recordRefined, matteFailed]) {
    expect(when(late, uploaded, removed, chosen, removed)).toEqual([]);
  }
});

test("refuses a choice outside the picture, a tiny box, and a stranger's choice", () => {
  const outside: SubjectChoice[] = [
    { kind: 'point', x: 4, y: 0 },
    { kind: 'point', x: 0, y: 3 },
    { kind: 'box', x: 0, y: 0, width: 4, height: 3 },
  ];
  for (const subject of outside) {
    expect(() => when(chooseOf(subject), uploaded)).toThrow(expect.objectContaining({ code: 'subject_outside' }));
    expect(() => when(uploadOf({ subject }))).toThrow(expect.objectContaining({ code: 'subject_outside' }));
  }
  expect(() => when(chooseOf(point, stranger), uploaded)).toThrow(
    expect.objectContaining({ code: 'transaction_not_found' }),
  );
  expect(() => when(choose, uploaded, deleted)).toThrow(expect.objectContaining({ code: 'transaction_not_found' }));
  expect(() => when(choose, uploaded, expired)).toThrow(expect.objectContaining({ code: 'image_expired' }));
});
