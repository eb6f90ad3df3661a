import { expect, test } from 'vitest';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { imageJobSchema } from '@clearcut/schemas/transaction/jobs';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { OutgoingMessage } from '@clearcut/platform/message-bus/port';
import { blob, examples, opOf, owner, recorded, recordedOf, step, userOwner, uuidOf } from '../testing/events.ts';
import { messagesForAll } from './job-message.ts';
import { KeptPictures } from './kept-pictures.ts';
import type { FindOrigins } from './origins.ts';

const id = uuidOf('picture');
const ofOneAddress: FindOrigins = (ids) => Promise.resolve(new Map(ids.map((picture) => [picture, 'address'])));
const noOrigins: FindOrigins = () => Promise.resolve(new Map());

async function messagesFor(
  ...types: readonly TransactionEvent['type'][]
): Promise<{ events: RecordedEvent<TransactionEvent>[]; messages: (OutgoingMessage | undefined)[] }> {
  return messagesOf(recorded(id, ...types));
}

async function messagesOf(
  events: RecordedEvent<TransactionEvent>[],
  findOrigins: FindOrigins = noOrigins,
): Promise<{ events: RecordedEvent<TransactionEvent>[]; messages: (OutgoingMessage | undefined)[] }> {
  const eventStore = { readStream: () => Promise.resolve(events) };
  const messages = await Promise.all(
    events.map(async (event) => (await messagesForAll([event], { eventStore, findOrigins }))[0]),
  );
  return { events, messages };
}

const cutOut = ['ImageUploaded', 'BackgroundRemoved', 'MatteRefined'] as const;

test('reads each stream of a backlog once, one after the other', async () => {
  const streams = ['one', 'two', 'three'].map((name) => recorded(uuidOf(name), ...cutOut, 'ExportRequested'));
  let [reads, atOnce, most] = [0, 0, 0];
  const eventStore = {
    async readStream(stream: string) {
      reads += 1;
      most = Math.max(most, (atOnce += 1));
      await Promise.resolve();
      atOnce -= 1;
      return streams.find(([first]) => first?.stream === stream) ?? [];
    },
  };
  const events = streams.flat();
  const messages = await messagesForAll(events, { eventStore, findOrigins: noOrigins });
  expect([reads, most]).toEqual([3, 1]);
  const asking = events.filter(({ event }) => event.type !== 'MatteRefined');
  expect(messages.map((message) => message.id)).toEqual(asking.map((event) => event.id));
});

// One more look, since each message says when it was requested.
test('folds the stream of a long edited picture twice per batch, however many of its events request work', async () => {
  const edits = Array.from({ length: 100 }, () => examples.OperationRestored(id));
  let folded = 0;
  const events = recordedOf(id, [...cutOut.map((type) => examples[type](id)), ...edits]).map((event) => ({
    ...event,
    metadata: {
      ...event.metadata,
      get occurredAt() {
        folded += 1;
        return event.metadata.occurredAt;
      },
    },
  }));
  const messages = await messagesForAll(events, {
    eventStore: { readStream: () => Promise.resolve(events) },
    findOrigins: noOrigins,
  });
  expect(folded).toBeLessThanOrEqual(2 * events.length + messages.length);
});

/** A store over `log` that counts the events it reads. */
function countingStore(log: readonly RecordedEvent<TransactionEvent>[]) {
  const store = {
    read: 0,
    readStream(_stream: string, from = 0) {
      const found = log.slice(from);
      store.read += found.length;
      return Promise.resolve(found);
    },
  };
  return store;
}

test('a stroke reads two events and gives the same message, however many precede it', async () => {
  const strokes = Array.from({ length: 300 }, () => examples.OperationRestored(id));
  const log = recordedOf(id, [...cutOut.map((type) => examples[type](id)), ...strokes]);
  const kept = new KeptPictures();
  for (const [index, stroke] of log.entries()) {
    const past = log.slice(0, index + 1);
    const [warm, cold] = [countingStore(past), countingStore(past)];
    const messages = await messagesForAll([stroke], { eventStore: warm, findOrigins: noOrigins, kept });
    expect(messages).toEqual(await messagesForAll([stroke], { eventStore: cold, findOrigins: noOrigins }));
    expect(warm.read).toBeLessThanOrEqual(index < 4 ? index + 1 : 2);
    if (index > 300) expect(cold.read).toBe(index + 1);
  }
});

test('reads a stream from the start if its last event was replaced or is delivered again', async () => {
  const log = recordedOf(id, [...cutOut.map((type) => examples[type](id)), examples.OperationRestored(id)]);
  const last = log.slice(-1);
  for (const [kept, again] of [
    [log, last],
    [log.map((event) => ({ ...event, id: uuidOf('lost', event.version) })).slice(0, 2), last],
  ] as const) {
    const pictures = new KeptPictures();
    await messagesForAll(kept, { eventStore: countingStore(kept), findOrigins: noOrigins, kept: pictures });
    const eventStore = countingStore(log);
    const messages = await messagesForAll(again, { eventStore, findOrigins: noOrigins, kept: pictures });
    expect(messages).toEqual(await messagesForAll(again, { eventStore: countingStore(log), findOrigins: noOrigins }));
    expect(eventStore.read).toBeGreaterThanOrEqual(log.length);
  }
});

test('an upload requests background removal before any picture is refined', async () => {
  const { events, messages } = await messagesFor('ImageUploaded');
  expect(messages).toEqual([
    {
      id: events[0]?.id,
      priority: 0,
      group: owner.sessionId,
      body: {
        kind: 'remove-background',
        jobId: events[0]?.id,
        transactionId: id,
        correlationId: 'correlation',
        original: step(id, 'original'),
        subject: { kind: 'auto' },
        model: null,
        askedAt: events[0]?.metadata.occurredAt,
      },
    },
  ]);
});

test('a removed background requests refinement of its matte, with the original from the upload', async () => {
  const { events, messages } = await messagesFor('ImageUploaded', 'BackgroundRemoved', 'MatteRefined');
  const [, refine, nothing] = messages;
  expect(refine).toMatchObject({ id: events[1]?.id, priority: 2 });
  expect(imageJobSchema.parse(refine?.body)).toMatchObject({
    kind: 'refine-matte',
    model: null,
    original: step(id, 'original'),
    coarseMatte: { blob: `transaction/${id}/coarse-matte` },
  });
  expect(nothing).toBeUndefined();
});

test('another cut-out requests its chosen model, also for a new subject and for the refinement', async () => {
  const { messages } = await messagesFor('ImageForked', 'BackgroundRemoved');
  expect(messages[0]?.body).toMatchObject({ kind: 'remove-background', model: 'other' });
  expect(messages[1]?.body).toMatchObject({ kind: 'refine-matte', model: 'other' });
  const chosen = await messagesFor('ImageForked', 'SubjectChosen');
  expect(chosen.messages[0]).toBeUndefined();
  expect(chosen.messages[1]?.body).toMatchObject({ kind: 'remove-background', model: 'other' });
});

test('an upload asks for the model that it names', async () => {
  const { data } = examples.ImageUploaded(id);
  const uploaded: TransactionEvent = { type: 'ImageUploaded', data: { ...data, askedModel: 'other' } };
  const { messages } = await messagesOf(recordedOf(id, [uploaded, examples.BackgroundRemoved(id)]));
  expect(messages.map((message) => message?.body)).toMatchObject([{ model: 'other' }, { model: 'other' }]);
});

test.for(['TransactionDeleted', 'ImageExpired'] as const)('no work is left after %s', async (gone) => {
  const { messages } = await messagesFor('ImageUploaded', 'BackgroundRemoved', gone);
  expect(messages).toEqual([undefined, undefined, undefined]);
});

test('a chosen subject requests one cut-out, and earlier requests are no longer worked on', async () => {
  const { events, messages } = await messagesFor('ImageUploaded', 'BackgroundRemoved', 'SubjectChosen');
  expect(messages.slice(0, 2)).toEqual([undefined, undefined]);
  expect(messages[2]).toMatchObject({
    id: events[2]?.id,
    priority: 0,
    body: { kind: 'remove-background', jobId: events[2]?.id, subject: { kind: 'point', x: 250, y: 200 } },
  });
});

test('an edit requests its preview, drawn from the refined cut-out', async () => {
  const { events, messages } = await messagesFor(...cutOut, 'MaskEdited');
  expect(messages[3]).toMatchObject({ id: events[3]?.id, priority: 1 });
  expect(imageJobSchema.parse(messages[3]?.body)).toMatchObject({
    kind: 'render-preview',
    opId: opOf(id, 'mask'),
    resized: blob(id, 'resized'),
    cutOut: blob(id, 'improved'),
    scene: { masks: [{ mode: 'erase', mask: blob(id, 'mask') }], customBackground: null },
  });
});

test('a burst of edits requests one preview, for the last', async () => {
  const { messages } = await messagesFor(...cutOut, 'MaskEdited', 'SettingsEdited');
  expect(messages[3]).toBeUndefined();
  expect(messages[4]?.body).toMatchObject({ kind: 'render-preview', opId: opOf(id, 'settings') });
});

test('an edit made before the refinement is drawn once the matte is refined, or that failed', async () => {
  for (const end of ['MatteRefined', 'MatteRefinementFailed'] as const) {
    const { messages } = await messagesFor('ImageUploaded', 'BackgroundRemoved', 'MaskEdited', end);
    expect(messages[2]?.body, end).toMatchObject({ kind: 'render-preview', opId: opOf(id, 'mask') });
    expect(messages[3]?.body, end).toMatchObject({ kind: 'render-preview', opId: opOf(id, 'mask') });
  }
  const { messages } = await messagesFor('ImageUploaded', 'BackgroundRemoved', 'MaskEdited');
  expect(messages[2]).toBeUndefined();
});

test('a rendered or unedited picture requests no preview', async () => {
  const rendered = await messagesFor(...cutOut, 'MaskEdited', 'EditRendered');
  expect(rendered.messages.slice(2)).toEqual([undefined, undefined, undefined]);
  const undone = await messagesFor(...cutOut, 'MaskEdited', 'OperationRestored');
  expect(undone.messages.slice(2)).toEqual([undefined, undefined, undefined]);
});

test('a save requests its HD file, made of what there was when it began', async () => {
  const saved: TransactionEvent = {
    type: 'HdSaveStarted',
    data: { ...examples.HdSaveStarted(id).data, opId: opOf(id, 'mask') },
  };
  const all = [
    ...cutOut.map((type) => examples[type](id)),
    examples.MaskEdited(id),
    saved,
    examples.OperationRestored(id),
    examples.SubjectChosen(id),
  ];
  const { events, messages } = await messagesOf(recordedOf(id, all));
  expect(messages[4]).toMatchObject({ id: events[4]?.id, priority: 0 });
  expect(imageJobSchema.parse(messages[4]?.body)).toMatchObject({
    kind: 'render-hd',
    saveId: uuidOf(id, 'save'),
    matte: blob(id, 'matte'),
    subject: { kind: 'auto' },
    scene: { masks: [{ mask: blob(id, 'mask') }] },
  });
});

test.for([
  { end: 'MatteRefined', isRefined: true },
  { end: 'MatteRefinementFailed', isRefined: false },
] as const)(
  'a save that begins after $end says whether its matte is refined: $isRefined',
  async ({ end, isRefined }) => {
    const { messages } = await messagesFor('ImageUploaded', 'BackgroundRemoved', end, 'HdSaveStarted', 'MatteRefined');
    expect(messages[3]?.body).toMatchObject({ kind: 'render-hd', isRefined });
  },
);

test.for(['HdSaveCompleted', 'HdSaveFailed'] as const)('no save is left to make after %s', async (end) => {
  const { messages } = await messagesFor(...cutOut, 'HdSaveStarted', end);
  expect(messages.slice(2)).toEqual([undefined, undefined, undefined]);
});

test('an export is requested until it is made', async () => {
  const { messages } = await messagesFor(...cutOut, 'ExportRequested', 'ExportFailed');
  expect(messages[3]).toMatchObject({
    priority: 0,
    body: { kind: 'make-export', exportId: uuidOf(id, 'export'), options: { format: 'webp' } },
  });
  const made = await messagesFor(...cutOut, 'ExportRequested', 'ExportMade');
  expect(made.messages[3]).toBeUndefined();
});

const saveOf = (isBulk: boolean): TransactionEvent => ({
  type: 'HdSaveStarted',
  data: { ...examples.HdSaveStarted(id).data, isBulk },
});

test.for([true, false])(
  'how a save was requested decides who waits, not how its picture arrived (bulk: %s)',
  async (isBulk) => {
    const { data } = examples.ImageUploaded(id);
    for (const batchId of [uuidOf('batch'), null]) {
      const uploaded: TransactionEvent = { type: 'ImageUploaded', data: { ...data, batchId } };
      const rest = [examples.BackgroundRemoved(id), examples.MatteRefined(id), saveOf(isBulk)];
      const { messages } = await messagesOf(recordedOf(id, [uploaded, ...rest]));
      expect(messages.at(-1)?.priority).toBe(isBulk ? 3 : 0);
    }
  },
);

test('jobs of a bulk upload come after jobs that a user waits for', async () => {
  const uploaded = examples.ImageUploaded(id);
  const all: TransactionEvent[] = [
    { type: 'ImageUploaded', data: { ...uploaded.data, batchId: uuidOf('batch') } },
    examples.BackgroundRemoved(id),
    examples.MatteRefined(id),
    saveOf(true),
  ];
  const { messages } = await messagesOf(recordedOf(id, all));
  expect(messages.map((message) => message?.priority)).toEqual([3, 4, undefined, 3]);
});

test('all jobs of a team take turns as one, like those of an anonymous session', async () => {
  const linked = await messagesFor(
    'ImageUploaded',
    'ImageLinked',
    'BackgroundRemoved',
    'MatteRefined',
    'HdSaveStarted',
  );
  expect(linked.messages.map((message) => message?.group)).toEqual([
    userOwner.teamId,
    undefined,
    userOwner.teamId,
    undefined,
    userOwner.teamId,
  ]);
  const anonymous = await messagesFor(...cutOut, 'MaskEdited', 'ExportRequested');
  expect(anonymous.messages.flatMap((message) => message?.group ?? [])).toEqual(Array(4).fill(owner.sessionId));
});

async function groupsAtOneAddress(...types: readonly TransactionEvent['type'][]): Promise<string[]> {
  const { messages } = await messagesOf(recorded(id, ...types), ofOneAddress);
  return messages.flatMap((message) => message?.group ?? []);
}

test("all visitors' jobs from one address take turns as one, until a picture belongs to a team", async () => {
  expect(await groupsAtOneAddress(...cutOut)).toEqual(['address', 'address']);
  const { teamId } = userOwner;
  expect(await groupsAtOneAddress('ImageUploaded', 'ImageLinked', 'BackgroundRemoved')).toEqual([teamId, teamId]);
});
