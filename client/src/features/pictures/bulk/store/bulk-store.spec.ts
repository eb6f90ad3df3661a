import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withoutDatabase } from '../../../../lib/storage/testing/private-window.ts';
import { viewOf } from '../../uploads/life/selectors.ts';
import { pictureView as view } from '../../uploads/transaction/testing/picture-view.ts';
import { itemOf, storedOf } from './bulk-item.ts';
import { bulkStorage } from './bulk-storage.ts';
import { BulkStore } from './bulk-store.ts';
import { saveAll } from './save-all.ts';

let onServer: readonly { id: string }[];
let deleted: string[];

/** Ada's bulk upload after leaving the page: both pictures are on the server. */
function leftBehind(): BulkStore {
  const items = ['a', 'b'].map((id) => ({
    id,
    name: `${id}.png`,
    bytes: 1,
    life: { stage: 'waiting' as const, id },
  }));
  const batch = { batchId: 'batch', userId: 'ada', order: ['a', 'b'], isSaving: false };
  vi.spyOn(bulkStorage, 'load').mockResolvedValue({ batch, items });
  return new BulkStore();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  withoutDatabase();
  deleted = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method === 'DELETE') {
      deleted.push(path);
      return new Response(null, { status: 204 });
    }
    return path.includes('batchId')
      ? Response.json({ transactions: onServer, total: onServer.length })
      : Response.json({ errorCode: 'transaction_not_found' }, { status: 404 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('returning to a finished bulk upload shows the current state of its pictures', async () => {
  onServer = [view('a'), view('b')];
  const store = leftBehind();
  await store.open('ada');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.getState().items.map(({ life }) => viewOf(life))).toEqual(onServer);

  // One was edited, the other deleted.
  onServer = [view('a', { edits: { headId: 'e', undoId: null, redoId: null, masks: [] } })];
  await store.open('ada');
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().items.map(({ life }) => viewOf(life))).toEqual(onServer);
});

test('the outcome of saving all pictures is not shown for the next ones', async () => {
  onServer = [];
  const store = leftBehind();
  await store.open('ada');
  await saveAll.run([]);
  expect(saveAll.getState().stage).toBe('ended');
  await store.clear();
  expect(saveAll.getState().stage).toBe('idle');
});

/** An upload that the test controls. */
class UploadInHand extends EventTarget {
  static all: UploadInHand[] = [];
  readonly upload = new EventTarget();
  readonly status = 201;
  readonly responseText = JSON.stringify({ id: 'c', status: 'PENDING', session_id: 's' });
  isAborted = false;
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send() {
    UploadInHand.all.push(this);
  }
  abort() {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  hasSent(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 3 }));
  }
}

const pictures = (count: number) =>
  // No two have the same bytes: those would wait for an answer.
  Array.from({ length: count }, (_, at) => new File(['abc', ' '.repeat(at)], 'c.png', { type: 'image/png' }));

/** Pictures with `sent` bytes uploaded. */
async function uploading(sent: number, count = 1): Promise<{ store: BulkStore; uploads: UploadInHand[] }> {
  UploadInHand.all = [];
  vi.stubGlobal('XMLHttpRequest', UploadInHand);
  onServer = [];
  const store = new BulkStore();
  await store.open('ada');
  await store.take(pictures(count), 'ada');
  await vi.waitFor(() => expect(UploadInHand.all).toHaveLength(count));
  for (const upload of UploadInHand.all) upload.hasSent(sent);
  return { store, uploads: UploadInHand.all };
}

async function removeOnly(store: BulkStore): Promise<void> {
  await store.remove(store.getState().items[0]?.id ?? '');
  expect(store.getState().items).toEqual([]);
}

test('a picture removed during its upload is sent no further', async () => {
  const { store, uploads } = await uploading(2);
  await removeOnly(store);
  expect(uploads[0]?.isAborted).toBe(true);
});

test('regression: a picture removed after it was fully sent does not stay on the server', async () => {
  const { store, uploads } = await uploading(3);
  await removeOnly(store);
  if (uploads[0]?.isAborted === false) uploads[0].dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  expect(deleted).toEqual(['/api/transaction/c/']);
  expect(store.getState().items).toEqual([]);
});

test('regression: pictures cancelled after they were fully sent do not block the rest', async () => {
  const { store, uploads } = await uploading(3, 3);
  await store.cancel();
  await store.take(pictures(3), 'ada');
  await vi.waitFor(() => expect(uploads).toHaveLength(6));
  expect(store.getState().items.map(({ life }) => life.stage)).toEqual(['sending', 'sending', 'sending']);
});

/** The browser's database, in memory. */
function storedBatches(): void {
  let stored: Awaited<ReturnType<typeof bulkStorage.load>>;
  const files = new Map<string, File>();
  vi.spyOn(bulkStorage, 'load').mockImplementation(async () => stored);
  vi.spyOn(bulkStorage, 'saveBatch').mockImplementation(async (batch) => {
    stored = { batch, items: stored?.items ?? [] };
  });
  vi.spyOn(bulkStorage, 'saveItems').mockImplementation(async (items) => {
    const fresh = items.map((item) => itemOf(storedOf(item)));
    const others = stored?.items.filter(({ id }) => fresh.every((item) => item.id !== id)) ?? [];
    if (stored !== undefined) stored = { ...stored, items: [...others, ...fresh] };
  });
  vi.spyOn(bulkStorage, 'saveFile').mockImplementation(async (id, file) => void files.set(id, file));
  vi.spyOn(bulkStorage, 'file').mockImplementation(async (id) => files.get(id));
  vi.spyOn(bulkStorage, 'clear').mockImplementation(async () => {
    stored = undefined;
    files.clear();
  });
}

const stages = (store: BulkStore) => store.getState().items.map(({ life }) => life.stage);

test("regression: pictures not uploaded when a login ends wait for the same person's next one", async () => {
  storedBatches();
  const { store, uploads } = await uploading(2, 2);
  // The server refuses the first before the page learns that the login has ended.
  Object.assign(uploads[0]!, { status: 401, responseText: JSON.stringify({ errorCode: 'not_logged_in' }) });
  uploads[0]?.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  await store.forget({ hasEnded: true });
  expect(store.getState().items).toEqual([]);
  expect(uploads[1]?.isAborted).toBe(true);

  await store.open('ada');
  await vi.waitFor(() => expect(stages(store)).toEqual(['sending', 'sending']));

  await store.forget({ hasEnded: true });
  await store.open('bob');
  expect(store.getState().items).toEqual([]);
  await store.forget();
  await store.open('ada');
  expect(store.getState().items).toEqual([]);
});

test('a sign-out keeps nothing', async () => {
  storedBatches();
  const { store } = await uploading(2);
  await store.forget();
  await store.open('ada');
  expect(store.getState().items).toEqual([]);
});

const sizes = (store: BulkStore) => store.getState().items.map(({ bytes }) => bytes);

test.each([
  ['ada', [3, 4, 5]],
  ['bob', [5]],
])(
  "regression: a visitor's pictures join those that wait for the same person's login: %s's",
  async (next, expected) => {
    storedBatches();
    const { store } = await uploading(2, 2);
    await store.forget({ hasEnded: true });
    await store.take(pictures(3).slice(2), null);
    await store.forget({ hasEnded: true });
    expect(await bulkStorage.load()).toMatchObject({ batch: { userId: 'ada' } });

    // The login may lead through another site.
    const later = new BulkStore();
    await later.open(next);
    expect(sizes(later)).toEqual(expected);
    await vi.waitFor(() => expect(stages(later)).toEqual(expected.map(() => 'sending')));
    await later.forget({ hasEnded: true });
    await later.open('ada');
    expect(sizes(later)).toEqual(next === 'ada' ? expected : []);
    await later.forget();
  },
);

const refusedNames = (store: BulkStore) => store.getState().refused.map(({ name }) => name);

test('regression: the list of refused files was gone after a reload', async () => {
  storedBatches();
  const { store } = await uploading(2);
  await store.take([new File(['a'], 'notes.txt', { type: 'text/plain' }), ...pictures(2).slice(1)], 'ada');
  await store.forget({ hasEnded: true });

  const reloaded = new BulkStore();
  await reloaded.open('ada');
  expect(refusedNames(reloaded)).toEqual(['notes.txt']);
  expect(sizes(reloaded)).toEqual([3, 4]);
  await reloaded.forget({ hasEnded: true });
  // Names of files are private.
  await reloaded.open('bob');
  expect(refusedNames(reloaded)).toEqual([]);
  await reloaded.forget();
});

test('regression: refused files were dismissed with the question about pictures in the list already', async () => {
  storedBatches();
  const { store } = await uploading(2);
  await store.take([new File(['a'], 'notes.txt', { type: 'text/plain' }), ...pictures(1)], 'ada');
  expect(store.getState().twice).toHaveLength(1);
  store.skipTwice();
  expect([store.getState().twice, refusedNames(store)]).toEqual([[], ['notes.txt']]);

  store.dismiss();
  await store.forget({ hasEnded: true });
  await store.open('ada');
  expect(refusedNames(store)).toEqual([]);
  await store.forget();
});

test('regression: a login that ends while files are being stored loses none of them', async () => {
  storedBatches();
  const { store } = await uploading(2);
  const saveFile = vi.mocked(bulkStorage.saveFile).getMockImplementation();
  vi.mocked(bulkStorage.saveFile).mockImplementation(async (...file) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await saveFile?.(...file);
  });
  void store.take(pictures(4).slice(1), 'ada');
  await vi.waitFor(() => expect(store.getState().items).toHaveLength(4));
  const ended = store.forget({ hasEnded: true });
  await vi.advanceTimersByTimeAsync(3_000);
  await ended;
  await store.open('ada');
  await vi.waitFor(() => expect(stages(store)).toEqual(['sending', 'sending', 'sending', 'queued']));
  expect(await Promise.all(store.getState().items.map(({ id }) => store.fileOf(id)))).not.toContain(undefined);
  await store.forget();
});
