import type { Tx } from '@clearcut/platform/database/database';
import { expect, test } from 'vitest';
import { purge } from './remove.ts';

const ids = Array.from({ length: 40 }, (_, n) => `picture-${n}`);

function deps(deletePrefix: (prefix: string) => void = () => undefined) {
  const seen = { removed: [] as string[], statements: 0, most: 0 };
  let atOnce = 0;
  const blobStore = {
    async deletePrefix(prefix: string) {
      seen.most = Math.max(seen.most, (atOnce += 1));
      await new Promise(setImmediate);
      atOnce -= 1;
      deletePrefix(prefix);
      seen.removed.push(prefix);
    },
  };
  const database: Tx = { query: () => ((seen.statements += 1), Promise.resolve([])) };
  return { seen, database, blobStore };
}

test('removes many pictures and their replays concurrently but not all at once, and their names in one statement', async () => {
  const { seen, ...stores } = deps();
  await purge(stores, ...ids);
  expect(seen.removed.toSorted()).toEqual(ids.flatMap((id) => [`transaction/${id}/`, `replay/${id}/`]).toSorted());
  expect(seen).toMatchObject({ most: 16, statements: 1 });
});

test('a picture that cannot be removed keeps its names, so that it is found again', async () => {
  const { seen, ...stores } = deps((prefix) => {
    if (prefix === 'transaction/picture-20/') throw new Error('out of reach');
  });
  await expect(purge(stores, ...ids)).rejects.toThrow('out of reach');
  expect(seen.statements).toBe(0);
});
