import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withoutDatabase } from '../../lib/storage/testing/private-window.ts';
import { bulkStorage } from './bulk-storage.ts';
import { BulkStore } from './bulk-store.ts';
import { saveAll } from './save-all.ts';

const view = (id: string, more: object = {}) => ({
  id,
  status: 'UPLOADED',
  pipeline: { improved: { id: 'i' } },
  ...more,
});
let onServer: readonly { id: string }[];

/** The bulk upload of Ada, as a page of hers left it behind: both pictures are on the server. */
function leftBehind(): BulkStore {
  const items = ['a', 'b'].map((id) => ({ id, key: id, name: `${id}.png`, bytes: 1, transactionId: id }));
  const batch = { batchId: 'batch', userId: 'ada', order: ['a', 'b'], isSaving: false };
  vi.spyOn(bulkStorage, 'load').mockResolvedValue({ batch, items });
  return new BulkStore();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  withoutDatabase();
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('batchId')
      ? Response.json({ transactions: onServer })
      : Response.json({ errorCode: 'transaction_not_found' }, { status: 404 }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('who comes back to a bulk upload at rest sees what became of its pictures meanwhile', async () => {
  onServer = [view('a'), view('b')];
  const store = leftBehind();
  await store.open('ada');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.getState().items.map((item) => item.view)).toEqual(onServer);

  // The one was edited, the other deleted.
  onServer = [view('a', { edits: { headId: 'e' } })];
  await store.open('ada');
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().items.map((item) => item.view)).toEqual(onServer);
});

test('how the saving of all pictures ended is no news of the next ones', async () => {
  onServer = [];
  const store = leftBehind();
  await store.open('ada');
  await saveAll.run([]);
  expect(saveAll.getState().stage).toBe('ended');
  await store.clear();
  expect(saveAll.getState().stage).toBe('idle');
});
