import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { session } from '../../auth/session/session.ts';
import { deleteTransaction } from './transaction/api.ts';
import { pictureView } from './transaction/testing/picture-view.ts';
import { UploadStore } from './upload-store.ts';

const photo = 'https://example.com/a.jpg';
const wrongFile = new File(['text'], 'a.txt', { type: 'text/plain' });
const shown = pictureView('a');
const uploaded = () => Response.json({ id: 'a', status: 'PENDING', session_id: 's' }, { status: 201 });
let load: () => Promise<void>;

function serve(view: object): void {
  vi.stubGlobal('fetch', async (path: string) => (path.endsWith('/url/') ? uploaded() : Response.json(view)));
}

// Loading takes time, which stands still in these tests.
beforeAll(() => import('./transaction/watch-transaction.ts'));
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) =>
    method === 'DELETE'
      ? new Response(null, { status: 204 })
      : path.endsWith('/url/')
        ? uploaded()
        : Response.json(pictureView('a', { status: 'PENDING' })),
  );
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      set src(_url: string) {
        load().then(
          () => this.dispatchEvent(new Event('load')),
          () => this.dispatchEvent(new Event('error')),
        );
      }
    },
  );
  load = () => Promise.reject(new Error('No picture'));
});
afterEach(() => {
  removeStored('last-transaction');
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a picture deleted elsewhere leaves the page', async () => {
  const store = new UploadStore();
  store.start({ url: photo });
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState()).toMatchObject({ stage: 'waiting', id: 'a' });
  await deleteTransaction('another');
  expect(store.getState()).toMatchObject({ stage: 'waiting', id: 'a' });
  await deleteTransaction('a');
  expect(store.getState()).toEqual({ stage: 'idle', notice: 'deleted' });
});

test('a file that cannot be sent leaves the current picture and its upload unchanged', async () => {
  const store = new UploadStore();
  store.start({ url: photo });
  const uploading = store.getState();
  expect(store.takeFile(wrongFile)).toMatchObject({ code: 'file-invalid-type' });
  expect(store.getState()).toBe(uploading);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState()).toMatchObject({ stage: 'waiting', id: 'a' });
});

test('on an empty page a file that cannot be sent is refused', () => {
  const store = new UploadStore();
  expect(store.takeFile(wrongFile)).toBeUndefined();
  expect(store.getState()).toMatchObject({ stage: 'idle', rejection: { code: 'file-invalid-type' } });
});

test("this browser's last picture does not replace what was started in the meantime", async () => {
  writeStored('last-transaction', 'a');
  serve(shown);
  const measuring = Promise.withResolvers<void>();
  load = () => measuring.promise;
  const store = new UploadStore();
  const restoring = store.restore();
  await vi.advanceTimersByTimeAsync(0);
  store.cancel();
  measuring.resolve();
  await restoring;
  expect(store.getState()).toEqual({ stage: 'idle' });
});

test('a finished picture shows edits made meanwhile', async () => {
  serve(shown);
  const store = new UploadStore();
  store.start({ url: photo });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(store.getState()).toMatchObject({ stage: 'ready', view: shown });
  const edited = { ...shown, edits: { ...shown.edits, headId: 'e' } };
  serve(edited);
  await store.restore();
  expect(store.getState()).toMatchObject({ stage: 'ready', view: edited });
});

test('a picture cancelled during its cut-out is deleted from the server', async () => {
  const store = new UploadStore();
  store.start({ url: photo });
  await vi.advanceTimersByTimeAsync(0);
  const fetched = vi.spyOn(globalThis, 'fetch');
  store.cancel();
  expect(store.getState()).toEqual({ stage: 'idle' });
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledWith('/api/transaction/a/', expect.objectContaining({ method: 'DELETE' }));
  expect(readStored('last-transaction')).toBeUndefined();
});

/** A server with some answers under the test's control; records deletions. */
function answersInHand(): { answer: (call: string) => void; deleted: string[] } {
  const calls = new Map<string, () => void>();
  const deleted: string[] = [];
  const arrival = (call: string) => new Promise<void>((resolve) => calls.set(call, resolve));
  vi.stubGlobal('fetch', async (path: string, { method, signal }: RequestInit) => {
    if (method === 'DELETE') {
      deleted.push(path);
      return new Response(null, { status: 204 });
    }
    await arrival(path.split('/').findLast((part) => part !== '') ?? '');
    signal?.throwIfAborted();
    return path.endsWith('/url/') ? uploaded() : Response.json({ transferred: 1 });
  });
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget();
      status = 201;
      responseText = JSON.stringify({ id: 'a', status: 'PENDING', session_id: 's' });
      open() {}
      setRequestHeader() {}
      getResponseHeader = () => null;
      abort = () => this.dispatchEvent(new Event('abort'));
      send({ size }: File) {
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: size, total: size }));
        void arrival('file').then(() => this.dispatchEvent(new Event('load')));
      }
    },
  );
  return { answer: (call) => calls.get(call)?.(), deleted };
}

test.each([
  ['file', { file: new File(['abc'], 'a.png', { type: 'image/png' }) }],
  ['url', { url: photo }],
])('regression: a %s cancelled before the response arrives does not stay on the server', async (call, source) => {
  const { answer, deleted } = answersInHand();
  const store = new UploadStore();
  store.start(source);
  await vi.advanceTimersByTimeAsync(0);
  store.cancel();
  answer(call);
  await vi.advanceTimersByTimeAsync(0);
  expect(deleted).toEqual(['/api/transaction/a/']);
  expect(store.getState()).toEqual({ stage: 'idle' });
});

test('regression: a picture cancelled while the account takes it over does not stay on the server', async () => {
  const { answer, deleted } = answersInHand();
  const known = { ...session.getState(), status: 'loggedIn', profile: { anonymous_session_id: 's' } };
  vi.spyOn(session, 'getState').mockReturnValue(known as ReturnType<typeof session.getState>);
  const store = new UploadStore();
  store.start({ url: photo });
  await vi.advanceTimersByTimeAsync(0);
  answer('url');
  await vi.advanceTimersByTimeAsync(0);
  store.cancel();
  answer('link-anonymous-images');
  await vi.advanceTimersByTimeAsync(0);
  expect(deleted).toEqual(['/api/transaction/a/']);
  expect(store.getState()).toEqual({ stage: 'idle' });
});

test('a mark in another picture leaves the open one unchanged', async () => {
  serve(shown);
  const store = new UploadStore();
  store.start({ url: photo });
  await vi.advanceTimersByTimeAsync(1_000);
  store.recut('another');
  expect(store.getState()).toMatchObject({ stage: 'ready', view: shown });
  store.recut('a');
  expect(store.getState()).toMatchObject({ stage: 'waiting', id: 'a' });
});

test('a failed last picture of this browser is not restored', async () => {
  writeStored('last-transaction', 'a');
  serve({ ...shown, status: 'UPLOAD_ERROR', pipeline: { original: { id: 'o' } } });
  const store = new UploadStore();
  await store.restore();
  expect(store.getState()).toEqual({ stage: 'idle' });
  expect(readStored('last-transaction')).toBeUndefined();
});

test("regression: the editor opens this page's picture, unless it failed", async () => {
  serve(shown);
  const store = new UploadStore();
  store.start({ url: photo });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(readStored('editor-selected')).toBe('a');
  writeStored('editor-selected', 'chosen-in-the-editor');
  await store.restore();
  expect(readStored('editor-selected')).toBe('a');

  serve({ ...shown, status: 'UPLOAD_ERROR', pipeline: { original: { id: 'o' } } });
  const failing = new UploadStore();
  failing.start({ url: photo });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failing.getState()).toMatchObject({ stage: 'failed' });
  expect(readStored('editor-selected')).toBeUndefined();
});
