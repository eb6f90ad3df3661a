import { expect, test } from 'vitest';
import { SaveAll } from './save-all.ts';

/** Saves end with the given statuses; records the requested ids. */
function withOutcomes(outcomes: Readonly<Record<string, number>>) {
  const requests: string[] = [];
  const all = new SaveAll({
    saveOne: async (id) => {
      requests.push(id);
      await Promise.resolve();
      return outcomes[id];
    },
  });
  return { all, requests };
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

test('saves and counts every picture', async () => {
  const { all, requests } = withOutcomes({});
  const running = all.run(ids);
  expect(all.getState()).toEqual({ stage: 'running', done: 0, total: 8 });
  await running;
  expect(requests).toEqual(ids);
  expect(all.getState()).toEqual({ stage: 'ended', saved: 8, failed: 0, total: 8, isBroke: false });
});

test.each([
  [402, 'no credits are left', true],
  [401, 'the login has ended', false],
])('the first %d ends the run, since %s: no further picture is tried', async (status, _why, isBroke) => {
  const { all, requests } = withOutcomes(Object.fromEntries(ids.slice(2).map((id) => [id, status])));
  await all.run(ids);
  expect(all.getState()).toEqual({ stage: 'ended', saved: 2, failed: 0, total: 8, isBroke });
  expect(requests.length).toBeLessThanOrEqual(5);
});

test('one failure does not stop the others', async () => {
  const { all } = withOutcomes({ b: 500 });
  await all.run(ids);
  expect(all.getState()).toEqual({ stage: 'ended', saved: 7, failed: 1, total: 8, isBroke: false });
});

test('runs once when started twice', async () => {
  const { all, requests } = withOutcomes({});
  await Promise.all([all.run(ids), all.run(ids)]);
  expect(requests).toEqual(ids);
});
