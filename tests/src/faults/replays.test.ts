/** Replays while processes die: each ends once. One whose model is missing does nothing. */
import { randomUUID } from 'node:crypto';
import { clearDue, createReplayHandler } from '@clearcut/command-api/support';
import { createTransactionHandler } from '@clearcut/command-api/transaction';
import { eventId } from '@clearcut/platform/event-store/event-id';
import { SUPPORT } from '@clearcut/schemas/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { replayEnd, requestReplay } from '../support/replays.ts';
import { newSaver } from '../support/saver.ts';
import { newStaff, type Staff } from '../support/staff.ts';
import { event, killBefore, prepareKillPoints, type Step } from './kill-points.ts';

let product: Installation;
let support: Staff;
/** A picture with an HD file: three steps. */
let id: string;

beforeAll(async () => {
  product = await startInstallation();
  await prepareKillPoints(product);
  const saver = await newSaver(product, 1);
  ({ id } = await saver.cutOut(await photo({ width: 320, height: 240 })));
  await saver.save(id);
  await product.settled();
  support = await newStaff(product, 'support');
});
afterAll(() => product.stop());

const WHOLE = ['ReplayRequested', 'ReplayStepDone', 'ReplayStepDone', 'ReplayStepDone', 'ReplayFinished'];

const resultOut: Step = {
  name: 'the result of a step',
  table: 'message_bus.message',
  write: 'INSERT',
  when: `NEW.topic = 'replay-results'`,
};
const stepOut: Step = { ...resultOut, name: 'a step', when: `NEW.topic = 'replay-jobs'` };

test.for([
  { service: 'inference-worker', step: resultOut },
  { service: 'command-api', step: event('ReplayStepDone') },
  { service: 'command-api', step: event('ReplayFinished') },
  { service: 'projections', step: stepOut },
] as const)('the $service is killed before $step.name: the replay ends once', async ({ service, step }) => {
  const replayId = randomUUID();
  await killBefore(product, step, () => requestReplay(support, id, { replayId }), service);
  expect(await replayEnd(support, replayId)).toMatchObject({ state: 'finished', verdict: 'identical' });
  expect(await product.typesOf(`replay-${replayId}`)).toEqual(WHOLE);
});

test('a replay with the original versions but not their model names the missing digest, and does nothing', async () => {
  // A picture cut out by a missing model: events like the first one's except for the model.
  const missing = '9'.repeat(64);
  const other = randomUUID();
  const history = await product.eventStore.readStream(`transaction-${id}`);
  let text = JSON.stringify(history.map(({ event, metadata }) => ({ event, metadata }))).replaceAll(id, other);
  for (const [index, { id: own }] of history.entries()) text = text.replaceAll(own, eventId(other, index));
  const [here = ''] = history.flatMap(({ event: { data } }) =>
    'model' in data && data.model !== null ? [data.model.sha256] : [],
  );
  const copies = JSON.parse(text.replaceAll(here, missing)) as Pick<(typeof history)[number], 'event' | 'metadata'>[];
  await product.eventStore.append(
    `transaction-${other}`,
    0,
    copies.map((copy, index) => ({ ...copy, id: eventId(other, index) })),
  );
  const before = (await product.blobs()).toSorted();
  const replayId = await requestReplay(support, other);
  expect(await replayEnd(support, replayId)).toMatchObject({
    state: 'failed',
    failure: { errorCode: 'model_missing', at: null, missing },
    steps: [],
  });
  expect(await product.typesOf(`replay-${replayId}`)).toEqual(['ReplayRequested', 'ReplayFailed']);
  expect((await product.blobs()).toSorted()).toEqual(before);
});

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

test("a replay's files are gone after an hour, and its facts stay", async () => {
  const { database, blobStore, eventStore } = product;
  const replayId = await requestReplay(support, id);
  await replayEnd(support, replayId);
  const key = `replay/${id}/${replayId}/kept`;
  await blobStore.put(key, Buffer.from('pixels'));
  const deps = { database, blobStore, replays: createReplayHandler(eventStore) };
  const { signal } = new AbortController();
  await eventually(async () =>
    (await product.typesOf(`replay-${replayId}`)).includes('ReplayFinished') ? true : undefined,
  );
  await clearDue(deps, inMinutes(SUPPORT.replayFilesMinutes - 5), signal);
  expect((await product.blobsOf(replayId)).length).toBe(1);
  await eventually(async () => {
    await clearDue(deps, inMinutes(SUPPORT.replayFilesMinutes + 5), signal);
    return (await product.blobsOf(replayId)).length === 0 ? true : undefined;
  });
  expect(await product.typesOf(`replay-${replayId}`)).toEqual([...WHOLE, 'ReplayCleared']);
  expect((await createTransactionHandler(eventStore).load(id)).state?.phase.status).toBe('uploaded');
});
