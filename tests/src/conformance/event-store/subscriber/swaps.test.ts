import { expect, test } from 'vitest';
import { until } from '../harness.ts';
import { apply, range, subscribersUnderTest } from './subscriber-harness.ts';

const harness = subscribersUnderTest();
const { startProcess, subscribe, append, applied, appliedNumbers, createReadModel, swap } = harness;

test("a schema swapped between two batches continues from the new one's checkpoint", async () => {
  subscribe(startProcess());
  await append(1, 5);
  await until(async () => (await applied()).length === 5);
  // The rebuilt one reached event 3 with its own rows.
  const positions = await harness.store.readAll({ from: null, filter: { categories: [harness.category] } });
  await createReadModel(`${harness.schema}_next`);
  await harness.database.query(`INSERT INTO ${harness.schema}_next.checkpoint VALUES ($1, $2)`, [
    harness.schema,
    positions.events[2]?.position,
  ]);
  await swap();
  await append(6, 8);
  await until(async () => (await applied()).length >= 5);
  await append(9, 9);
  await until(async () => (await applied()).length >= 6);
  expect(await appliedNumbers()).toEqual(range(4, 9));
});

test('a schema swapped within a batch: the batch takes effect in neither half', async () => {
  const process = startProcess();
  let swapped = false;
  subscribe(process, async (tx, events) => {
    const half = Math.ceil(events.length / 2);
    if (!swapped) {
      await tx.query('SELECT count(*) FROM checkpoint');
      await createReadModel(`${harness.schema}_next`);
      await swap();
      swapped = true;
    }
    await apply('first half')(tx, events.slice(0, half));
    await apply('second half')(tx, events.slice(half));
  });
  await append(1, 6);
  await until(async () => (await applied()).length >= 6);
  await append(7, 7);
  await until(async () => (await applied()).length >= 7);
  expect(await appliedNumbers()).toEqual(range(1, 7));
  expect(await harness.database.query(`SELECT FROM ${harness.schema}_old.applied`)).toEqual([]);
  expect(await harness.database.query(`SELECT FROM ${harness.schema}_old.checkpoint`)).toEqual([]);
});
