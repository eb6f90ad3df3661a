import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteTransaction } from './api.ts';
import { UploadStore } from './upload-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) =>
    method === 'DELETE'
      ? new Response(null, { status: 204 })
      : Response.json(path.endsWith('/url/') ? { id: 'a', session_id: 's' } : { id: 'a', status: 'PENDING' }),
  );
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  vi.stubGlobal(
    'Image',
    class {
      decode = () => Promise.reject(new Error('No picture'));
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a picture that is deleted anywhere is no longer on the bench', async () => {
  const store = new UploadStore();
  store.start({ url: 'https://example.com/a.jpg' });
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState()).toMatchObject({ stage: 'processing', id: 'a' });
  await deleteTransaction('another');
  expect(store.getState()).toMatchObject({ stage: 'processing', id: 'a' });
  await deleteTransaction('a');
  expect(store.getState()).toEqual({ stage: 'idle', notice: 'deleted' });
});
