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
import type { TransactionState } from './picture.ts';
import { transactionDecider, type TransactionCommand } from './transaction.ts';

const { decide, evolve, initialState } = transactionDecider;

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

const upload = {
  type: 'UploadImage',
  transactionId,
  owner,
  source: 'file',
  original,
  batchId: null,
  askedModel: null,
  subject: AUTO,
} as const;
const point: SubjectChoice = { kind: 'point', x: 3, y: 2 };
const chosen: TransactionEvent = { type: 'SubjectChosen', data: { transactionId, subject: point } };
const choose = { type: 'ChooseSubject', transactionId, requester: owner, subject: point } as const;
const recordRemoved = { type: 'RecordBackgroundRemoved', subject: AUTO, ...removed.data } as const;
const recordRefined = {
  type: 'RecordMatteRefined',
  subject: AUTO,
  ...refined.data,
  regions: blob,
  segmentation,
} as const;
const recordNotFound = { type: 'RecordSubjectNotFound', subject: AUTO, ...notFound.data } as const;
const recordRemovalFailed: TransactionCommand = {
  type: 'RecordCutOutFailed',
  transactionId,
  subject: AUTO,
  job: 'remove-background',
  errorCode: 'image_unreadable',
};
const recordRefinementFailed: TransactionCommand = {
  type: 'RecordCutOutFailed',
  transactionId,
  subject: AUTO,
  job: 'refine-matte',
  errorCode: 'background_removal_failed',
};
const remove: TransactionCommand = { type: 'DeleteTransaction', transactionId, requester: owner };
const link: TransactionCommand = { type: 'LinkImage', transactionId, owner: user };
const expire: TransactionCommand = { type: 'ExpireImage', transactionId };

const given = (...events: TransactionEvent[]): TransactionState => events.reduce(evolve, initialState);

function when(command: TransactionCommand, ...events: TransactionEvent[]): readonly TransactionEvent[] {
  return decide(command, given(...events));
}

test('records an upload once', () => {
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
  for (const another of [stranger, { ...owner, sessionId: stranger.sessionId }]) {
    expect(() => when({ ...upload, owner: another }, uploaded)).toThrow(
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
  expect(when(recordRemovalFailed, uploaded)).toEqual([failed]);
  expect(when(recordRemovalFailed, uploaded, failed)).toEqual([]);
  expect(when(recordRemovalFailed, uploaded, notFound)).toEqual([]);
  expect(when(recordRemovalFailed, uploaded, removed)).toEqual([]);
  expect(when(recordRemovalFailed, uploaded, removed, refined)).toEqual([]);
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
  const newer = {
    ...recordRefined,
    matte: { ...blob, sha256: 'e'.repeat(64) },
    refinement: { method: 'guided', version: 9 },
  };
  expect(when(newer, uploaded, removed, refined)).toEqual([]);
  expect(when(recordRefined, uploaded, removed, refinementFailed)).toEqual([refined, mapped]);
});

test('records a failed refinement once, and never after a success', () => {
  expect(when(recordRefinementFailed, uploaded)).toEqual([]);
  expect(when(recordRefinementFailed, uploaded, removed)).toEqual([refinementFailed]);
  expect(when(recordRefinementFailed, uploaded, removed, refinementFailed)).toEqual([]);
  expect(when(recordRefinementFailed, uploaded, removed, refined)).toEqual([]);
});

test.each([deleted, expired])('no result, deletion or expiry has an effect after $type', (end) => {
  const commands = [recordRemoved, recordRefined, recordNotFound, recordRemovalFailed, recordRefinementFailed];
  for (const command of [...commands, remove, expire]) expect(when(command, uploaded, removed, end)).toEqual([]);
});

test('results for a picture that never existed have no effect', () => {
  for (const command of [recordRemoved, recordRefined, recordNotFound, recordRemovalFailed, expire]) {
    expect(when(command)).toEqual([]);
  }
});

test('the owner deletes in any state, with one credential or both', () => {
  for (const history of [[uploaded], [uploaded, removed], [uploaded, removed, refined], [uploaded, failed]]) {
    expect(when(remove, ...history)).toEqual([deleted]);
  }
  expect(when({ ...remove, requester: { kind: 'anonymous', clientKey: owner.clientKey } }, uploaded)).toEqual([
    deleted,
  ]);
  expect(when({ ...remove, requester: { kind: 'anonymous', sessionId: owner.sessionId } }, uploaded)).toEqual([
    deleted,
  ]);
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
      expect(() => when({ ...remove, requester }, ...history)).toThrow(
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
  expect(() => when({ ...link, owner: { ...user, sessionId: stranger.sessionId } }, uploaded)).toThrow(
    expect.objectContaining({ code: 'link_images_failed' }),
  );
  expect(when({ ...link, owner: { ...user, userId: someone } }, uploaded, linked)).toEqual([]);
  expect(when(link, uploaded, deleted)).toEqual([]);
  expect(when(link, uploaded, expired)).toEqual([]);
  expect(() => when(link)).toThrow(expect.objectContaining({ code: 'transaction_not_found' }));
});

const by = (requester: Person): TransactionCommand => ({ ...remove, requester });

test("only its account and the team's admins delete an account's picture", () => {
  expect(when(by(loggedIn), uploaded, linked)).toEqual([deleted]);
  expect(when(by({ ...loggedIn, userId: someone, role: 'admin' }), uploaded, linked)).toEqual([deleted]);
  const strangers: Person[] = [
    owner,
    { ...loggedIn, userId: someone },
    { ...loggedIn, userId: someone, role: 'collaborator' },
    { ...loggedIn, userId: someone, teamId: someone, role: 'admin', isStaff: true },
  ];
  for (const requester of strangers) {
    expect(() => when(by(requester), uploaded, linked)).toThrow(
      expect.objectContaining({ code: 'transaction_not_found' }),
    );
  }
});

test('only the account repeats its own upload, from whatever session', () => {
  const own: TransactionEvent = {
    type: 'ImageUploaded',
    data: { transactionId, owner: user, source: 'file', original, batchId: null, askedModel: null },
  };
  expect(when({ ...upload, owner: { ...user, sessionId: stranger.sessionId } }, own)).toEqual([]);
  for (const other of [owner, { ...user, userId: someone }]) {
    expect(() => when({ ...upload, owner: other }, own)).toThrow(
      expect.objectContaining({ code: 'idempotency_key_reused' }),
    );
  }
});

test('expiry ends every remaining picture', () => {
  expect(when(expire, uploaded)).toEqual([expired]);
  expect(when(expire, uploaded, removed, refined)).toEqual([expired]);
  expect(when(expire, uploaded, notFound)).toEqual([expired]);
});

function effect(command: TransactionCommand, state: TransactionState): readonly TransactionEvent[] {
  try {
    return decide(command, state);
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
    recordRemovalFailed,
    recordRefinementFailed,
    link,
    { ...remove, requester: { ...loggedIn, role: 'admin' } } as const,
    remove,
    expire,
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...commands), { maxLength: 12 }), (sequence) => {
      let state = given(uploaded);
      const log: string[] = [];
      for (const command of sequence) {
        for (const event of effect(command, state)) {
          state = evolve(state, event);
          log.push(event.type);
        }
        expect(effect(command, state)).toEqual([]);
      }
      expect(new Set(log).size).toBe(log.length);
      const end = log.findIndex((type) => type === 'TransactionDeleted' || type === 'ImageExpired');
      if (end !== -1) expect(end).toBe(log.length - 1);
    }),
  );
});

test('an upload with a choice records it at once', () => {
  expect(when({ ...upload, subject: point })).toEqual([uploaded, chosen]);
});

test('a subject can be chosen in any state, and the cut-out for it is recorded', () => {
  for (const before of [[], [removed], [removed, refined], [notFound], [failed]]) {
    expect(when(choose, uploaded, ...before)).toEqual([chosen]);
  }
  expect(when({ ...recordRemoved, subject: point }, uploaded, removed, refined, chosen)).toEqual([removed]);
  expect(when({ ...recordRefined, subject: point }, uploaded, removed, refined, chosen, removed)).toEqual([
    refined,
    mapped,
  ]);
});

test('the same choice changes nothing, unless it retries our own failure', () => {
  expect(when(choose, uploaded, chosen)).toEqual([]);
  expect(when(choose, uploaded, chosen, removed)).toEqual([]);
  expect(when(choose, uploaded, chosen, notFound)).toEqual([]);
  expect(when(choose, uploaded, chosen, failed)).toEqual([chosen]);
  expect(when({ ...choose, subject: AUTO }, uploaded, removed)).toEqual([]);
});

test('results for an earlier choice are too late', () => {
  for (const late of [recordRemoved, recordNotFound, recordRemovalFailed]) {
    expect(when(late, uploaded, chosen)).toEqual([]);
  }
  for (const late of [recordRefined, recordRefinementFailed]) {
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
    expect(() => when({ ...choose, subject }, uploaded)).toThrow(expect.objectContaining({ code: 'subject_outside' }));
    expect(() => when({ ...upload, subject })).toThrow(expect.objectContaining({ code: 'subject_outside' }));
  }
  expect(() => when({ ...choose, requester: stranger }, uploaded)).toThrow(
    expect.objectContaining({ code: 'transaction_not_found' }),
  );
  expect(() => when(choose, uploaded, deleted)).toThrow(expect.objectContaining({ code: 'transaction_not_found' }));
  expect(() => when(choose, uploaded, expired)).toThrow(expect.objectContaining({ code: 'image_expired' }));
});
