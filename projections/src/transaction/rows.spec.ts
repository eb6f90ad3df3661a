import { expect, test } from 'vitest';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import { emptyHistory, sceneAt } from '@clearcut/schemas/transaction/edit-history';
import {
  blob,
  examples,
  minuteOf,
  opOf,
  owner,
  recorded,
  recordedOf,
  step,
  userOwner,
  uuidOf,
} from '../testing/events.ts';
import { evolve, type PictureRow } from './rows.ts';

const id = uuidOf('picture');

function fold(events: readonly RecordedEvent<TransactionEvent>[], from?: PictureRow): PictureRow | undefined {
  return events.reduce(evolve, from);
}

const pending: PictureRow = {
  id,
  version: 1,
  status: 'PENDING',
  owner,
  subject: AUTO,
  batchId: null,
  forkedFrom: null,
  askedModel: null,
  model: null,
  pipeline: { original: step(id, 'original') },
  matte: null,
  refinement: null,
  regions: null,
  edits: emptyHistory(step(id, 'original').opId),
  rendered: [],
  backgrounds: {},
  saves: [],
  isGuess: false,
  errorCode: null,
  holds: {},
  createdAt: minuteOf(1),
  updatedAt: minuteOf(1),
  deletedAt: null,
  expiredAt: null,
};

test('an uploaded picture is pending', () => {
  expect(fold(recorded(id, 'ImageUploaded'))).toEqual(pending);
});

test('another cut-out of a picture is pending, and expires when its file would have', () => {
  expect(fold(recorded(id, 'ImageForked'))).toEqual({
    ...pending,
    forkedFrom: uuidOf(id, 'from'),
    askedModel: 'other',
    createdAt: minuteOf(0),
  });
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
  matte: blob(id, 'coarse-matte'),
  refinement: 'open',
  model: examples.BackgroundRemoved(id).data.model,
  updatedAt: minuteOf(2),
};

test("an event whose command began before the previous event's does not move time back", () => {
  const [uploaded, removed] = recorded(id, 'ImageUploaded', 'BackgroundRemoved');
  const { metadata } = uploaded!;
  const early = { ...removed!, metadata: { ...removed!.metadata, occurredAt: new Date(0).toISOString() } };
  expect(fold([uploaded!, early])?.updatedAt).toEqual(new Date(metadata.occurredAt));
});

test('a removed background makes it UPLOADED with a preview', () => {
  expect(fold(recorded(id, 'ImageUploaded', 'BackgroundRemoved'))).toEqual(cutOut);
});

test('a cut-out of an uncertain subject is marked until another subject is chosen', () => {
  const [uploaded, removed, chosen] = recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'SubjectChosen');
  const { event } = removed!;
  if (event.type !== 'BackgroundRemoved') throw new Error('Not the event that was asked for');
  const guess = { ...removed!, event: { ...event, data: { ...event.data, isGuess: true } } };
  expect(fold([uploaded!, guess])).toEqual({ ...cutOut, isGuess: true });
  expect(fold([uploaded!, guess, chosen!])).toMatchObject({ status: 'PENDING', isGuess: false });
});

test('a refined matte adds the improved preview', () => {
  expect(fold(recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'MatteRefined'))).toEqual({
    ...cutOut,
    version: 3,
    pipeline: { ...cutOut.pipeline, improved: step(id, 'improved') },
    matte: blob(id, 'matte'),
    refinement: 'done',
    updatedAt: minuteOf(3),
  });
});

test('a failed refinement keeps the unrefined cut-out valid', () => {
  expect(fold(recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'MatteRefinementFailed'))).toEqual({
    ...cutOut,
    version: 3,
    refinement: 'failed',
    updatedAt: minuteOf(3),
  });
});

test.for([
  { type: 'SubjectNotFound', errorCode: 'subject_not_found', model: examples.SubjectNotFound(id).data.model },
  { type: 'BackgroundRemovalFailed', errorCode: 'image_unreadable', model: null },
] as const)('$type is an UPLOAD_ERROR with the code $errorCode', ({ type, errorCode, model }) => {
  expect(fold(recorded(id, 'ImageUploaded', type))).toEqual({
    ...pending,
    version: 2,
    status: 'UPLOAD_ERROR',
    errorCode,
    model,
    updatedAt: minuteOf(2),
  });
});

test('a job that succeeds after being abandoned clears its failure', () => {
  const redriven = fold(recorded(id, 'ImageUploaded', 'BackgroundRemovalFailed', 'BackgroundRemoved'));
  expect(redriven).toEqual({ ...cutOut, version: 3, updatedAt: minuteOf(3) });
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

test('a linked picture belongs to the account, and nothing else changes', () => {
  expect(fold(recorded(id, 'ImageUploaded', 'ImageLinked'))).toEqual({
    ...pending,
    version: 2,
    owner: userOwner,
    updatedAt: minuteOf(2),
  });
});

test('events applied twice change nothing', () => {
  const events = recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'MatteRefined', 'ImageExpired');
  const once = fold(events);
  expect(fold(events, once)).toBe(once);
});

test('stops the fold at a missing event instead of skipping it', () => {
  const [uploaded, , refined] = recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'MatteRefined');
  expect(() => fold([uploaded, refined].filter((event) => event !== undefined))).toThrow(/from version 1 to 3/);
  expect(() => fold(recorded(id, 'ImageUploaded', 'TransactionDeleted').slice(1))).toThrow(/from version 0 to 2/);
});

test('stops the fold of a stream that does not begin with an upload, or has a second one', () => {
  expect(() => fold(recorded(id, 'TransactionDeleted'))).toThrow(/begins with TransactionDeleted/);
  expect(() => fold(recorded(id, 'ImageUploaded', 'ImageUploaded'))).toThrow(/begins once/);
  expect(() => fold(recorded(id, 'ImageUploaded', 'ImageForked'))).toThrow(/begins once/);
});

test('choosing another subject returns a picture to the start, without the results for the earlier choice', () => {
  const events = recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'MatteRefined', 'SubjectChosen');
  expect(fold(events)).toEqual({
    ...pending,
    version: 4,
    subject: { kind: 'point', x: 250, y: 200 },
    updatedAt: minuteOf(4),
  });
  const failed = recorded(id, 'ImageUploaded', 'SubjectNotFound', 'SubjectChosen');
  expect(fold(failed)).toMatchObject({ status: 'PENDING', errorCode: null });
});

const cutOutEvents = ['ImageUploaded', 'BackgroundRemoved', 'MatteRefined'] as const;

test('keeps edits as a tree, with the previews made of them', () => {
  const row = fold(recorded(id, ...cutOutEvents, 'MaskEdited', 'EditRendered', 'OperationRestored'));
  expect(row).toMatchObject({
    edits: { headId: step(id, 'original').opId, tipId: opOf(id, 'mask') },
    rendered: [{ opId: opOf(id, 'mask'), edited: step(id, 'edited') }],
  });
});

test('another subject keeps edits and paid files, and drops what was drawn from the previous cut-out', () => {
  const edits = ['MaskEdited', 'EditRendered', 'HdSaveStarted', 'HdSaveCompleted'] as const;
  const row = fold(recorded(id, ...cutOutEvents, ...edits, 'SubjectChosen'));
  expect(row && sceneAt(row.edits).masks).toMatchObject([{ opId: opOf(id, 'mask') }]);
  expect(row).toMatchObject({ matte: null, refinement: null, rendered: [], saves: [{ status: 'completed' }] });
});

test('a better cut-out makes previews of the previous one stale', () => {
  const row = fold(recorded(id, 'ImageUploaded', 'BackgroundRemoved', 'MaskEdited', 'EditRendered', 'MatteRefined'));
  expect(row?.rendered).toEqual([]);
});

test('a completed save is listed with its file and time', () => {
  const started = { saveId: uuidOf(id, 'save'), opId: step(id, 'original').opId };
  const events = recorded(id, ...cutOutEvents, 'HdSaveStarted', 'HdSaveCompleted');
  expect(fold(events.slice(0, 4))?.saves).toMatchObject([{ ...started, status: 'started', file: null, savedAt: null }]);
  expect(fold(events)?.saves).toMatchObject([
    { ...started, status: 'completed', file: step(id, 'hd'), savedAt: minuteOf(5).toISOString() },
  ]);
  expect(fold(recorded(id, ...cutOutEvents, 'HdSaveStarted', 'HdSaveFailed'))?.saves).toMatchObject([
    { ...started, status: 'failed', file: null },
  ]);
});

test('the end of one save does not end another', () => {
  const first = examples.HdSaveStarted(id);
  const second = { ...first, data: { ...first.data, saveId: uuidOf(id, 'other') } };
  for (const end of ['HdSaveCompleted', 'HdSaveFailed'] as const) {
    const before = cutOutEvents.map((type) => examples[type](id));
    const row = fold(recordedOf(id, [...before, first, second, examples[end](id)]));
    expect(row?.saves[1]).toMatchObject({ saveId: second.data.saveId, status: 'started', file: null });
  }
});

test('keeps regions and custom backgrounds, but not exports', () => {
  const events = recorded(
    id,
    ...cutOutEvents,
    'RegionsMapped',
    'CustomBackgroundAdded',
    'ExportRequested',
    'ExportMade',
  );
  expect(fold(events)).toMatchObject({
    version: 7,
    regions: blob(id, 'regions'),
    backgrounds: { [uuidOf(id, 'background')]: blob(id, 'background') },
  });
});
