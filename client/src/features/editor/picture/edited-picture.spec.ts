import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withoutDatabase } from '../../../lib/storage/testing/private-window.ts';
import { EditedPicture } from './edited-picture.ts';
import type { MaskTask } from '../engine/masks.worker.ts';
import { forgetEdits } from '../sync/outbox.ts';
import { uploadStore } from '../../pictures/uploads/upload-store.ts';
import { pictureView } from '../../pictures/uploads/transaction/testing/picture-view.ts';

const SIZE = { width: 2, height: 2 };
const mask = { data: new Uint8Array(4), ...SIZE };
const stroke = { brush: { size: 2, hardness: 1 }, points: [{ x: 1, y: 1 }] };

const viewOf = (changed: object = {}): TransactionView =>
  pictureView('p', {
    ...SIZE,
    pipeline: { original: { id: 'original' }, resized: { id: 'resized' }, transformed: { id: 'transformed' } },
    ...changed,
  });

const improved = viewOf({
  pipeline: { ...viewOf().pipeline, improved: { id: 'improved' } },
  updatedAt: '2026-01-02T00:00:00.000Z',
});
const edited = viewOf({
  edits: {
    headId: 'op',
    undoId: 'head',
    redoId: null,
    masks: [{ opId: 'op', mode: 'erase', box: { x: 0, y: 0, ...SIZE } }],
  },
});

/** Requests received, and status with which some fail; 0 is no answer. */
const server = { requests: [] as string[], failing: new Map<string, number>() };
/** Worker's tasks, number of starts, and what happens at each task instead of an answer. */
const tasks: MaskTask[] = [];
const worker = { starts: 0, mishap: undefined as (() => Event) | undefined };
const crash = () => Object.assign(new Event('error'), { message: 'Out of memory' });
/** A script that failed to load gives no message. */
const noScript = () => new Event('error');
const page = { listeners: new Set<unknown>(), window: new EventTarget(), stream: new EventTarget() };

const countOf = (part: string): number => server.requests.filter((path) => path.includes(part)).length;

/** Minimal browser and server: every file has the same pixels. */
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { requests: [], failing: new Map() });
  Object.assign(page, { listeners: new Set(), window: new EventTarget() });
  tasks.length = 0;
  Object.assign(worker, { starts: 0, mishap: undefined });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    page.listeners.add(listener);
    page.window.addEventListener(type, listener);
  });
  vi.stubGlobal('removeEventListener', (type: string, listener: () => void) => {
    page.listeners.delete(listener);
    page.window.removeEventListener(type, listener);
  });
  vi.stubGlobal('fetch', async (path: string) => {
    server.requests.push(path);
    const status = [...server.failing].find(([part]) => path.includes(part))?.[1];
    if (status === 0) throw new TypeError('Failed to fetch');
    return status === undefined ? Response.json(edited) : Response.json({}, { status });
  });
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      static CLOSED = 2;
      constructor() {
        super();
        page.stream = this;
      }
      close() {}
    },
  );
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        worker.starts++;
      }
      postMessage({ id, task }: { id: number; task: MaskTask }) {
        tasks.push(task);
        if (worker.mishap !== undefined) {
          this.dispatchEvent(worker.mishap());
          return;
        }
        const answer = { coverage: { area: { x: 0, y: 0, ...SIZE }, mask }, made: { png: new Uint8Array(1) } };
        this.dispatchEvent(new MessageEvent('message', { data: { id, answer } }));
      }
      terminate() {}
    },
  );
  vi.stubGlobal('createImageBitmap', async () => ({ ...SIZE, close() {} }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ drawImage() {}, getImageData: () => ({ data: new Uint8ClampedArray(16) }) });
    },
  );
  withoutDatabase();
});
afterEach(async () => {
  await forgetEdits();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(view = viewOf()): Promise<EditedPicture> {
  const picture = new EditedPicture(view);
  await vi.advanceTimersByTimeAsync(0);
  return picture;
}

const receive = (view: TransactionView) =>
  page.stream.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(view) }));
const goOnline = () => page.window.dispatchEvent(new Event('online'));

test('requests a failed preview again, up to 3 times', async () => {
  server.failing.set('step=resized', 503);
  const picture = await opened();
  await vi.advanceTimersByTimeAsync(1_000 + 2_000);
  expect(picture.getState().failure).toBeUndefined();
  server.failing.clear();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(countOf('step=resized')).toBe(4);
  expect(picture.getState()).toMatchObject({ inputs: { original: SIZE, cutOut: SIZE }, failure: undefined });
});

test('a missing preview shows an error, and loads once the browser is online again', async () => {
  server.failing.set('step=resized', 0);
  const picture = await opened();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(picture.getState().failure).toMatchObject({ code: 'network' });
  server.failing.clear();
  goOnline();
  await vi.advanceTimersByTimeAsync(0);
  expect(picture.getState()).toMatchObject({ inputs: { original: SIZE }, failure: undefined });
});

test('a better cut-out that fails to load keeps the one shown, and the next change retries', async () => {
  const picture = await opened();
  const { inputs } = picture.getState();
  expect(inputs).toBeDefined();
  server.failing.set('step=improved', 503);
  receive(improved);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(picture.getState().failure).toBeUndefined();
  expect(picture.getState().inputs).toBe(inputs);
  server.failing.clear();
  picture.apply({ background: { ...DEFAULT_SETTINGS.background, color: '#ffffff' } });
  await vi.advanceTimersByTimeAsync(0);
  expect(picture.getState().inputs).not.toBe(inputs);
});

test.each([0, 503])('a magic stroke waits for its map when the request for it fails with %i', async (status) => {
  const picture = await opened();
  server.failing.set('embedding-mask', status);
  picture.addStroke('erase', { stroke, isMagic: true }, mask);
  await vi.advanceTimersByTimeAsync(500);
  expect(picture.getState().sync).toBe('offline');
  expect([tasks.length, countOf('/erase/')]).toEqual([0, 0]);
  server.failing.clear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(picture.getState()).toMatchObject({ sync: 'sent', refused: undefined });
  expect(tasks).toMatchObject([{ kind: 'stroke', regions: SIZE }]);
  expect(countOf('/erase/')).toBe(1);
});

test('a magic stroke still uses its map when the picture is closed before the map arrives', async () => {
  const picture = await opened();
  server.failing.set('embedding-mask', 503);
  picture.addStroke('erase', { stroke, isMagic: true }, mask);
  await vi.advanceTimersByTimeAsync(0);
  picture.close();
  server.failing.clear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(tasks).toMatchObject([{ kind: 'stroke', regions: SIZE }]);
  expect(countOf('/erase/')).toBe(1);
});

test('reports strokes that fail to load, and loads them once the browser is online again', async () => {
  server.failing.set('/mask', 503);
  const picture = await opened(edited);
  expect(picture.getState()).toMatchObject({ strokes: [], isPartial: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(countOf('/mask')).toBe(4);
  expect(picture.getState()).toMatchObject({ strokes: [], isPartial: true });
  server.failing.clear();
  goOnline();
  await vi.advanceTimersByTimeAsync(0);
  expect(picture.getState()).toMatchObject({ strokes: [{ mode: 'erase' }], isPartial: false });
});

test('missing strokes are requested again when a user wants it', async () => {
  server.failing.set('/mask', 503);
  const picture = await opened(edited);
  await vi.advanceTimersByTimeAsync(60_000);
  picture.reload();
  expect(picture.getState().isPartial).toBe(false);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(countOf('/mask')).toBe(8);
  expect(picture.getState().isPartial).toBe(true);
});

test('closing a picture sends pending edits and removes its window listeners', async () => {
  server.failing.set('/erase/', 0);
  const picture = await opened();
  picture.addStroke('erase', { stroke, isMagic: false }, mask);
  await vi.advanceTimersByTimeAsync(0);
  expect(picture.getState().sync).toBe('offline');
  picture.close();
  server.failing.clear();
  goOnline();
  await vi.advanceTimersByTimeAsync(0);
  expect(countOf('/erase/')).toBe(2);
  expect(page.listeners.size).toBe(0);
});

test('regression: the result shows an edit that the server accepts after the user returned to it', async () => {
  const adopt = vi.spyOn(uploadStore, 'adopt');
  server.failing.set('/erase/', 0);
  const picture = await opened();
  picture.addStroke('erase', { stroke, isMagic: false }, mask);
  await vi.advanceTimersByTimeAsync(0);
  picture.close();
  expect(adopt).not.toHaveBeenCalled();
  server.failing.clear();
  goOnline();
  await vi.advanceTimersByTimeAsync(0);
  expect(adopt).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'p', edits: edited.edits }));
});

test('unsent edits are present on returning to a picture, and each is sent once', async () => {
  server.failing.set('/erase/', 0);
  const left = await opened();
  left.addStroke('erase', { stroke, isMagic: false }, mask);
  await vi.advanceTimersByTimeAsync(0);
  const sent = vi.fn();
  void left.whenSent().then(sent);
  left.close();
  const picture = await opened();
  expect(picture.getState()).toMatchObject({ sync: 'offline', version: { masks: [{ mode: 'erase' }] } });
  server.failing.clear();
  goOnline();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(countOf('/erase/')).toBe(2);
  expect(picture.getState()).toMatchObject({ sync: 'sent', version: { headId: 'op' }, strokes: [{ mode: 'erase' }] });
  expect(sent).toHaveBeenCalledOnce();
});

test('a stroke waiting for pixels is sent once the user returns to the picture', async () => {
  server.failing.set('/erase/', 0);
  const first = await opened();
  first.addStroke('erase', { stroke, isMagic: false }, mask);
  await vi.advanceTimersByTimeAsync(0);
  first.close();
  server.failing.clear();
  server.failing.set('/proxy/', 0);
  const without = await opened();
  goOnline();
  await vi.advanceTimersByTimeAsync(0);
  without.close();
  server.failing.clear();
  const picture = await opened();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(countOf('/erase/')).toBe(2);
  expect(picture.getState().sync).toBe('sent');
});

test('a picture that must leave no trace sends nothing further', async () => {
  server.failing.set('/erase/', 0);
  const picture = await opened();
  picture.addStroke('erase', { stroke, isMagic: false }, mask);
  await vi.advanceTimersByTimeAsync(0);
  picture.close({ isForgotten: true });
  goOnline();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(countOf('/erase/')).toBe(1);
  expect(page.listeners.size).toBe(0);
});

test('a stroke that this browser cannot draw is retried a few times, then undone with an error', async () => {
  const picture = await opened();
  worker.mishap = crash;
  picture.addStroke('erase', { stroke, isMagic: true }, mask);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(tasks.filter(({ kind }) => kind === 'stroke').length).toBe(4);
  expect(picture.getState()).toMatchObject({
    sync: 'sent',
    refused: { code: 'stroke_not_made' },
    version: { masks: [{ id: 'op' }] },
  });
  expect(countOf('/erase/')).toBe(0);
});

test('regression: a stroke drawn while the mask script cannot be fetched is kept, and sent once it can', async () => {
  const picture = await opened();
  worker.mishap = noScript;
  picture.addStroke('erase', { stroke, isMagic: false }, mask);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(picture.getState()).toMatchObject({ sync: 'offline', refused: undefined, version: { masks: [{}] } });
  worker.mishap = undefined;
  goOnline();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(picture.getState()).toMatchObject({ sync: 'sent', refused: undefined });
  expect(countOf('/erase/')).toBe(1);
});

test('regression: the mask script loads when a picture opens, before the connection can fail', async () => {
  vi.resetModules();
  const fresh = await import('./edited-picture.ts');
  const picture = new fresh.EditedPicture(viewOf());
  expect(worker.starts).toBe(0);
  await vi.advanceTimersByTimeAsync(0);
  expect([picture.getState().inputs, worker.starts]).toMatchObject([{ original: SIZE }, 1]);
});

/** A non-stream answer closes an event stream for good. */
const endStream = () => {
  Object.assign(page.stream, { readyState: EventSource.CLOSED });
  page.stream.dispatchEvent(new Event('error'));
};

test('after a proxy ends the stream, the picture reconnects with growing delays and shows what it missed', async () => {
  const picture = await opened();
  const looks = () => server.requests.filter((path) => path === '/api/transaction/p/').length;
  const { stream } = page;
  server.failing.set('/api/transaction/p/', 502);
  endStream();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks()).toBe(1);
  expect(page.stream).not.toBe(stream);
  server.failing.clear();
  endStream();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(looks()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(picture.getState().version.headId).toBe('op');
  receive(improved);
  expect(picture.getState().view).toMatchObject(improved);
});

test.each([
  ['no longer exists', () => server.failing.set('/api/transaction/p/', 410)],
  ['was closed', (picture: EditedPicture) => picture.close()],
])('a picture that %s is not followed again', async (_which, end) => {
  const picture = await opened();
  const { stream } = page;
  end(picture);
  endStream();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(page.stream).toBe(stream);
});

test('a refused edit is reported once, however often the user returns to the picture', async () => {
  const picture = await opened();
  server.failing.set('/edit', 422);
  picture.apply({ background: { ...DEFAULT_SETTINGS.background, color: '#ffffff' } });
  await vi.advanceTimersByTimeAsync(0);
  expect(picture.getState().refused).toMatchObject({ status: 422 });
  picture.dismissRefusal();
  expect(picture.getState().refused).toBeUndefined();
});
