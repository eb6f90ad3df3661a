/**
 * Projectors that are killed, doubled, poisoned and fed by hostile writers: the read model stays the fold of the log.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { readSubscriberStatuses } from '@clearcut/platform/event-store/subscriber';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import { uuidOf } from '@clearcut/projections/testing/events';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import {
  appendRaw,
  appliedFaults,
  caughtUp,
  expectFoldOf,
  install,
  kill,
  readRows,
  repair,
  until,
  writePictures,
  type Installation,
  type Written,
} from './projections-harness.ts';

const long = process.env['LONG_TESTS'] === '1';
/** For tests under load, whose duration depends on the machine. */
const patient = { timeout: long ? 3_600_000 : 300_000 };
const none = { lost: 0, doubled: 0, outOfOrder: 0 };

let installation: Installation;

beforeEach(async () => {
  installation = await install();
});

afterEach(async () => {
  await installation.remove();
});

async function statusOf(
  name: string,
): Promise<{ state: string; position: string | null; error: string | null } | undefined> {
  return (await readSubscriberStatuses(installation.database)).find((status) => status.name === name);
}

const asksForWork = (type: string): boolean => ['ImageUploaded', 'ImageForked', 'BackgroundRemoved'].includes(type);

/** Ids of all waiting jobs, as delivered to a worker. */
async function drain(messageBus: MessageBus): Promise<string[]> {
  const ids: string[] = [];
  const consumer = messageBus.consume({
    topic: IMAGE_JOBS,
    concurrency: 20,
    maxAttempts: 1,
    handler({ id }) {
      ids.push(id);
      return Promise.resolve({});
    },
  });
  await until(async () => (await messageBus.depth(IMAGE_JOBS)) === 0);
  await consumer.stop();
  return ids;
}

test(
  '32 writers, a transaction held open for two seconds and rollbacks: nothing lost, doubled or out of order',
  patient,
  async () => {
    const { database } = installation;
    await installation.startProjections();
    const pictures = long ? 100_000 : 1_500;
    const slow: Written = new Map();
    const ending = new AbortController();
    async function writeSlowly(): Promise<void> {
      for (let n = 0; !ending.signal.aborted; n++) {
        const id = uuidOf('slow', n);
        await appendRaw(database, id, 0, 'ImageUploaded', 'COMMIT', { heldMs: 2_000 });
        slow.set(id, ['ImageUploaded']);
      }
    }
    const slowly = writeSlowly();
    const written = await writePictures(installation, 32, (begun) => begun >= pictures, { rollBackEvery: 20 });
    ending.abort();
    await slowly;
    await caughtUp(database);

    expect(slow.size).toBeGreaterThan(0);
    expect(await appliedFaults(database)).toEqual(none);
    await expectFoldOf(installation.database, new Map([...written, ...slow]));
  },
);

test(
  'a projector killed repeatedly under load leaves the fold of the log, with each event applied once',
  patient,
  async () => {
    const { database, messageBus } = installation;
    const kills = long ? 60 : 6;
    const ending = new AbortController();
    const writing = writePictures(installation, 4, () => ending.signal.aborted, { restMs: 2 });
    let progressed = 0;
    for (let round = 0; round < kills; round++) {
      const before = (await statusOf('applied'))?.position ?? null;
      const projector = await installation.startProjections();
      await until(async () => ((await statusOf('applied'))?.position ?? null) !== before);
      progressed += 1;
      await delay(700);
      await kill(projector);
    }
    ending.abort();
    const written = await writing;
    await installation.startProjections();
    await caughtUp(database);

    expect(progressed).toBe(kills);
    expect(await appliedFaults(database)).toEqual(none);
    await expectFoldOf(installation.database, written);
    // The relay's effects are outside its checkpoint's transaction: it may publish twice, and the bus must keep one of
    // each.
    const published = await drain(messageBus);
    expect(new Set(published).size).toBe(published.length);
    const jobs = [...written].map(([id, types]) => ({
      ids: types.flatMap((type, index) => (asksForWork(type) ? [uuidOf(id, index)] : [])),
      mayBeGone: types.includes('TransactionDeleted') || types.includes('ImageExpired'),
    }));
    const possible = new Set(jobs.flatMap(({ ids }) => ids));
    expect(published.filter((id) => !possible.has(id))).toEqual([]);
    const needed = jobs.filter(({ mayBeGone }) => !mayBeGone).flatMap(({ ids }) => ids);
    expect(needed.filter((id) => !published.includes(id))).toEqual([]);
  },
);

test('one of two projectors works, and the other waits until it dies', async () => {
  const { database } = installation;
  const first = await installation.startProjections();
  const one = await writePictures(installation, 2, (begun) => begun >= 50, { name: 'one' });
  await caughtUp(database);
  const second = await installation.startProjections();
  const two = await writePictures(installation, 2, (begun) => begun >= 200, { name: 'two' });
  await caughtUp(database);
  const workers = (): Promise<{ process: number }[]> =>
    database.query('SELECT DISTINCT process FROM read_applied.applied ORDER BY process');
  expect(await workers()).toEqual([{ process: first.pid }]);

  await kill(first);
  const three = await writePictures(installation, 2, (begun) => begun >= 50, { name: 'three' });
  await caughtUp(database);
  expect(new Set((await workers()).map(({ process }) => process))).toEqual(new Set([first.pid, second.pid]));
  expect(await appliedFaults(database)).toEqual(none);
  await expectFoldOf(installation.database, new Map([...one, ...two, ...three]));
});

test('an event that a read model cannot apply halts only that read model', async () => {
  const { database } = installation;
  await installation.startProjections();
  const poisoned = uuidOf('poisoned');
  const before = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'before' });
  await caughtUp(database);
  // Readable by every codec; only the fold of pictures fails, since no picture begins like this.
  await appendRaw(database, poisoned, 0, 'ImageExpired', 'COMMIT');
  const after = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'after' });

  await until(async () => (await statusOf('transaction'))?.state === 'halted');
  await caughtUp(database, ['applied']);
  expect(await statusOf('transaction')).toMatchObject({ error: expect.stringContaining('begins with ImageExpired') });
  expect((await statusOf('applied'))?.state).toBe('running');
  const stopped = await readRows(database);
  expect([...after.keys()].filter((id) => stopped.has(id))).toEqual([]);

  await repair(database, poisoned);
  await caughtUp(database);
  expect((await statusOf('transaction'))?.state).toBe('running');
  expect(await appliedFaults(database)).toEqual(none);
  await expectFoldOf(installation.database, new Map([...before, ...after, [poisoned, ['ImageUploaded']]]));
});

test.for([
  { what: 'an unknown type', type: 'ImagePainted', data: {}, said: 'Unknown event type "ImagePainted"' },
  { what: 'data that do not fit', type: 'ImageUploaded', data: { transactionId: 7 }, said: 'does not fit its schema' },
])('$what stops every reader of its category at that place, and is never skipped', async ({ type, data, said }) => {
  const { database } = installation;
  await installation.startProjections();
  const poisoned = uuidOf('poisoned');
  const before = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'before' });
  await caughtUp(database);
  await appendRaw(database, poisoned, 0, type, 'COMMIT', { data });
  const after = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'after' });
  for (const name of ['transaction', 'applied', 'relay']) {
    await until(async () => (await statusOf(name))?.state === 'halted');
    expect((await statusOf(name))?.error).toContain(said);
  }
  expect([...(await readRows(database)).keys()].filter((id) => after.has(id))).toEqual([]);

  await repair(database, poisoned);
  await caughtUp(database);
  expect(await appliedFaults(database)).toEqual(none);
  await expectFoldOf(installation.database, new Map([...before, ...after, [poisoned, ['ImageUploaded']]]));
});
