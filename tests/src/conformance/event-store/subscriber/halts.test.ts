import { setAside } from '@clearcut/platform/event-store/set-aside';
import { expect, test } from 'vitest';
import { until } from '../harness.ts';
import { apply, range, subscribersUnderTest } from './subscriber-harness.ts';
import { count, newEvent, newStream, oldCodec } from '../test-events.ts';

const harness = subscribersUnderTest();
const { startProcess, subscribe, append, applied, appliedNumbers, status, checkpoint } = harness;

test('halts visibly at a poison event; with fixed code it continues without a skip', async () => {
  const broken = startProcess();
  const poisonous = subscribe(broken, async (tx, events) => {
    if (events.some(({ event }) => event.type === 'Counted' && event.data.n === 4)) throw new Error('four is too much');
    await apply(broken.name)(tx, events);
  });
  await append(1, 6);
  await until(async () => (await status())?.state === 'halted');
  expect(await appliedNumbers()).toEqual([1, 2, 3]);
  expect(await status()).toMatchObject({ position: await checkpoint() });
  expect((await status())?.error).toMatch(/Counted .* position \d+\) cannot be handled: four is too much/);
  await poisonous.stop();
  expect(await appliedNumbers()).toEqual([1, 2, 3]);

  subscribe(startProcess());
  await until(async () => (await applied()).length >= 6);
  expect(await appliedNumbers()).toEqual(range(1, 6));
  await until(async () => (await status())?.state === 'running');
  expect((await status())?.error).toBeNull();
});

test('halts at an unreadable event, and retries automatically', async () => {
  await append(1, 2);
  const before = await harness.open(oldCodec);
  await before.append(newStream(harness.category), 0, [newEvent({ type: 'Forgotten', data: {} })]);
  await before.close();
  await append(3, 3);
  subscribe(startProcess());
  await until(async () => (await status())?.state === 'halted');
  expect((await status())?.error).toMatch(/Unknown event type "Forgotten"/);
  expect(await appliedNumbers()).toEqual([1, 2]);
  const { updatedAt } = (await status()) ?? {};
  await until(async () => (await status())?.updatedAt.getTime() !== updatedAt?.getTime());
  expect(await appliedNumbers()).toEqual([1, 2]);
});

test('skips events that were set aside, readable or not, and the next of their stream says what it follows', async () => {
  const [bad, unreadable] = [count(4), newEvent({ type: 'Forgotten' as const, data: {} })];
  const stream = newStream(harness.category);
  await harness.store.append(stream, 0, [count(1), bad]);
  const before = await harness.open(oldCodec);
  await before.append(stream, 2, [unreadable]);
  await before.close();
  await harness.store.append(stream, 3, [count(5)]);
  const follows: (number | undefined)[] = [];
  const strict = startProcess();
  subscribe(strict, async (tx, events) => {
    if (events.some(({ id }) => id === bad.id)) throw new Error('four is too much');
    await apply(strict.name)(tx, events);
    follows.push(...events.map((event) => event.follows));
  });
  const haltedAt = (id: string) =>
    until(async () => (await status())?.error?.includes(`${id} (${stream} version`) === true);
  const reason = 'Cannot be applied';
  await haltedAt(bad.id);
  await setAside(harness.database, { subscriber: harness.schema, eventId: bad.id, stream, version: 2, reason });
  await haltedAt(unreadable.id);
  const other = { subscriber: 'another', eventId: unreadable.id, stream, version: 3, reason };
  await setAside(harness.database, other);
  expect((await status())?.state).toBe('halted');
  expect(await setAside(harness.database, { ...other, subscriber: harness.schema })).toBe(true);
  expect(await setAside(harness.database, { ...other, subscriber: harness.schema })).toBe(false);
  await until(async () => (await applied()).length >= 2);
  expect(await appliedNumbers()).toEqual([1, 5]);
  expect(follows.at(-1)).toBe(1);
  await until(async () => (await status())?.state === 'running');
});

test('a cause outside the events halts it while it lasts, then it continues automatically', async () => {
  const schemaInWork = `${harness.schema}_away`;
  await harness.database.query(`ALTER SCHEMA ${harness.schema} RENAME TO ${schemaInWork}`);
  subscribe(startProcess());
  await until(async () => (await status())?.state === 'halted');
  await harness.database.query(`ALTER SCHEMA ${schemaInWork} RENAME TO ${harness.schema}`);
  await append(1, 2);
  await until(async () => (await applied()).length === 2);
  await until(async () => (await status())?.state === 'running');
});
