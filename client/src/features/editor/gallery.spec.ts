import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { withoutDatabase } from '../../lib/storage/testing/private-window.ts';
import { deleteTransaction } from '../uploads/api.ts';
import { gallery } from './gallery.ts';

const viewOf = (id: string, changed: Partial<TransactionView> = {}): TransactionView =>
  ({
    id,
    originalFileName: `${id}.jpg`,
    status: 'UPLOADED',
    pipeline: { improved: { id: 'improved' } },
    settings: DEFAULT_SETTINGS,
    edits: { headId: 'head', undoId: null, redoId: null, masks: [] },
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...changed,
  }) as unknown as TransactionView;

const waiting = { status: 'PENDING', pipeline: {} } as Partial<TransactionView>;
const noSubject = { status: 'UPLOAD_ERROR', pipeline: {}, error: { errorCode: 'subject_not_found', message: '' } };

/**
 * The pictures that the server has, what it answers to a deletion, what was deleted, what was sent and how it
 * arrives, and answers that are still on their way.
 */
const server = {
  views: [] as TransactionView[],
  deletion: 204,
  deleted: [] as string[],
  uploads: [] as string[],
  arrivals: new Map<string, () => void>(),
  late: new Map<string, Promise<void>>(),
};
const streams = new Map<string, Stream>();

class Stream extends EventTarget {
  isClosed = false;

  constructor(path: string) {
    super();
    streams.set(path.split('/')[3] ?? '', this);
  }

  close(): void {
    this.isClosed = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { deletion: 204, deleted: [], uploads: [], late: new Map() });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const id = path.split('/')[3] ?? '';
    if (method === 'DELETE') {
      if (server.deletion === 204) server.deleted.push(id);
      return new Response(null, { status: server.deletion });
    }
    await server.late.get(path.includes('pageSize') ? 'list' : id);
    if (path.includes('pageSize')) return Response.json({ transactions: server.views });
    const view = server.views.find((each) => each.id === id);
    return Response.json(view ?? { errorCode: 'image_expired' }, { status: view === undefined ? 410 : 200 });
  });
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget();
      readonly status = 201;
      responseText = '';
      open() {}
      setRequestHeader() {}
      getResponseHeader() {
        return null;
      }
      send({ name }: File) {
        server.uploads.push(name);
        this.responseText = JSON.stringify({ id: name, session_id: 's' });
        server.arrivals.set(name, () => this.dispatchEvent(new Event('load')));
      }
      abort() {
        this.dispatchEvent(new Event('abort'));
      }
    },
  );
  withoutDatabase();
});
afterEach(async () => {
  await gallery.forget();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openWith(...views: TransactionView[]): Promise<void> {
  server.views = views;
  await gallery.open('somebody', undefined);
}
const ids = () => gallery.getState().entries.map(({ id }) => id);

test('a picture that fails while another is open is told', async () => {
  await openWith(viewOf('a'), viewOf('b', waiting));
  const data = JSON.stringify(viewOf('b', noSubject as Partial<TransactionView>));
  streams.get('b')?.dispatchEvent(new MessageEvent('message', { data }));
  expect(gallery.getState()).toMatchObject({
    selectedId: 'a',
    failed: { name: 'b.jpg', failure: { code: 'subject_not_found' } },
  });
});

test('a picture that is deleted anywhere leaves the strip, and the last one that is well is shown', async () => {
  await openWith(viewOf('a'), viewOf('b', noSubject as Partial<TransactionView>), viewOf('c'));
  const { picture } = gallery.getState();
  const closed = vi.spyOn(picture!, 'close');
  await deleteTransaction('a');
  expect(ids()).toEqual(['b', 'c']);
  expect(gallery.getState()).toMatchObject({ selectedId: 'c', picture: { id: 'c' } });
  // What was not sent of it has nowhere to go.
  expect(closed).toHaveBeenCalledWith({ isForgotten: true });
  await deleteTransaction('c');
  expect(gallery.getState()).toMatchObject({ selectedId: undefined, picture: undefined });
});

test('a picture that is removed is deleted from the server; one that cannot be deleted stays', async () => {
  await openWith(viewOf('a'), viewOf('b'));
  await gallery.remove('a');
  expect([ids(), server.deleted]).toEqual([['b'], ['a']]);
  server.deletion = 503;
  await expect(gallery.remove('b')).rejects.toMatchObject({ status: 503 });
  expect(ids()).toEqual(['b']);
});

test('a picture that somebody else deleted can be removed', async () => {
  await openWith(viewOf('a'), viewOf('b'));
  server.deletion = 404;
  await gallery.remove('a');
  expect(ids()).toEqual(['b']);
});

test('a picture that is removed while it is sent is sent no further, and that is no failure', async () => {
  await openWith(viewOf('a'));
  const sent = gallery.add([new File(['x'], 'one.jpg'), new File(['x'], 'other.jpg')]);
  await vi.advanceTimersByTimeAsync(0);
  await gallery.remove(gallery.getState().selectedId ?? '');
  await vi.advanceTimersByTimeAsync(0);
  expect(server.uploads).toEqual(['one.jpg', 'other.jpg']);
  await gallery.remove(gallery.getState().selectedId ?? '');
  await sent;
  expect(gallery.getState()).toMatchObject({ entries: [{ id: 'a' }], selectedId: 'a', failed: undefined });
});

test('regression: a picture that is removed when all of it was sent does not stay on the server', async () => {
  await openWith();
  const sent = gallery.add([new File(['x'], 'given')]);
  await vi.advanceTimersByTimeAsync(0);
  server.views = [viewOf('given', waiting)];
  const answer = delayed('given');
  server.arrivals.get('given')?.();
  await vi.advanceTimersByTimeAsync(0);
  await gallery.remove(ids()[0]!);
  answer();
  await sent;
  expect([ids(), server.deleted]).toEqual([[], ['given']]);
});

test('of pictures that are given together the first is shown, and those after it leave open what is open by then', async () => {
  await openWith(viewOf('a'));
  const sent = gallery.add([new File(['x'], 'one.jpg'), new File(['x'], 'other.jpg')]);
  await vi.advanceTimersByTimeAsync(0);
  const names = gallery.getState().entries.map(({ name }) => name);
  expect(names).toEqual(['other.jpg', 'one.jpg', 'a.jpg']);
  const [other, one] = ids();
  expect(gallery.getState().selectedId).toBe(one);
  gallery.select('a');
  await gallery.remove(one!);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.uploads).toEqual(['one.jpg', 'other.jpg']);
  expect(gallery.getState()).toMatchObject({ selectedId: 'a', picture: { id: 'a' } });
  await gallery.remove(other!);
  await sent;
});

test('a picture that is removed before its turn is not sent', async () => {
  await openWith(viewOf('a'));
  const sent = gallery.add([new File(['x'], 'one.jpg'), new File(['x'], 'other.jpg')]);
  await vi.advanceTimersByTimeAsync(0);
  const [other, one] = ids();
  await gallery.remove(other!);
  await gallery.remove(one!);
  await sent;
  expect(server.uploads).toEqual(['one.jpg']);
});

test('what waits to be sent is sent no more once its owner is to be forgotten', async () => {
  await openWith(viewOf('a'));
  const sent = gallery.add([new File(['x'], 'one.jpg'), new File(['x'], 'other.jpg')]);
  await vi.advanceTimersByTimeAsync(0);
  await gallery.forget();
  await sent;
  expect([ids(), server.uploads]).toEqual([[], ['one.jpg']]);
});

/** Has the server answer about a picture, or the list of them, when it is told to. */
function delayed(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.late.set(id, promise);
  return resolve;
}

test('a picture that the address asked for and that comes late takes nobody away from the one chosen since', async () => {
  await openWith(viewOf('a'), viewOf('b'));
  server.views = [...server.views, viewOf('asked')];
  const answer = delayed('asked');
  const opened = gallery.open('somebody', 'asked');
  gallery.select('b');
  answer();
  await opened;
  expect(gallery.getState()).toMatchObject({ selectedId: 'b', picture: { id: 'b' } });
});

test('of two pictures asked for one after the other the last is open, whichever comes first', async () => {
  await openWith(viewOf('a'));
  server.views = [...server.views, viewOf('first'), viewOf('last')];
  const [answerFirst, answerLast] = [delayed('first'), delayed('last')];
  const opened = [gallery.open('somebody', 'first'), gallery.open('somebody', 'last')];
  answerFirst();
  await opened[0];
  answerLast();
  await opened[1];
  expect(gallery.getState()).toMatchObject({ selectedId: 'last' });
});

test.each([
  ['has it', [viewOf('x'), viewOf('y')]],
  ['does not have it', [viewOf('x')]],
])(
  'regression: a picture asked for while the list is loaded is open, and once in the strip, when the list %s',
  async (_which, list) => {
    server.views = list;
    const [answerList, answer] = [delayed('list'), delayed('y')];
    const opened = [gallery.open('somebody', 'x'), gallery.open('somebody', 'y')];
    answerList();
    await opened[0];
    server.views = [viewOf('y')];
    answer();
    await opened[1];
    expect(gallery.getState()).toMatchObject({ selectedId: 'y', picture: { id: 'y' } });
    expect(ids().toSorted()).toEqual(['x', 'y']);
  },
);

test('regression: the cut-out of the picture that is open takes nobody away from the one asked for', async () => {
  await openWith(viewOf('a', waiting));
  server.views = [viewOf('a'), viewOf('y')];
  const answer = delayed('y');
  const opened = gallery.open('somebody', 'y');
  streams.get('a')?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(viewOf('a')) }));
  expect(gallery.getState()).toMatchObject({ selectedId: 'a', picture: { id: 'a' }, wantedId: 'y' });
  answer();
  await opened;
  expect(gallery.getState()).toMatchObject({ selectedId: 'y', picture: { id: 'y' }, wantedId: undefined });
});

test('regression: whoever goes back to the picture that is open before another came stays there', async () => {
  await openWith(viewOf('a'), viewOf('b'));
  await gallery.open('somebody', 'b');
  server.views = [...server.views, viewOf('y')];
  const answer = delayed('y');
  const opened = gallery.open('somebody', 'y');
  await gallery.open('somebody', 'b');
  answer();
  await opened;
  expect(gallery.getState()).toMatchObject({ selectedId: 'b', picture: { id: 'b' } });
});

test('regression: where nobody knows what became of the picture asked for, that is said, and what is open stays open', async () => {
  await openWith(viewOf('a'), viewOf('b'));
  await gallery.open('somebody', 'b');
  server.late.set('y', Promise.reject(new TypeError('Failed to fetch')));
  await expect(gallery.open('somebody', 'y')).rejects.toMatchObject({ code: 'network' });
  expect(gallery.getState()).toMatchObject({ stage: 'ready', selectedId: 'b', picture: { id: 'b' } });
});

test('where the picture asked for first cannot be fetched, the others are shown', async () => {
  server.views = [viewOf('a')];
  server.late.set('y', Promise.reject(new TypeError('Failed to fetch')));
  await expect(gallery.open('somebody', 'y')).rejects.toMatchObject({ code: 'network' });
  expect(gallery.getState()).toMatchObject({ stage: 'ready', selectedId: 'a' });
});

test('regression: that a picture asked for is gone is said, while another one is shown', async () => {
  server.views = [viewOf('a')];
  await expect(gallery.open('somebody', 'y')).rejects.toMatchObject({ code: 'image_expired' });
  expect(gallery.getState().selectedId).toBe('a');
  await expect(gallery.open('somebody', 'z')).rejects.toMatchObject({ code: 'image_expired' });
  expect(gallery.getState().selectedId).toBe('a');
});

test('that the picture open before is gone by now is no news', async () => {
  writeStored('editor-selected', 'y');
  await openWith(viewOf('a'));
  expect(gallery.getState().selectedId).toBe('a');
});

test('regression: that a picture asked for has failed is told, while another one is shown', async () => {
  server.views = [viewOf('a'), viewOf('b', noSubject as Partial<TransactionView>)];
  await gallery.open('somebody', 'b');
  expect(gallery.getState()).toMatchObject({ selectedId: 'a', failed: { name: 'b.jpg' } });
});

test('a picture that is given while the list is loaded stays in the strip, and open', async () => {
  server.views = [viewOf('a')];
  const answer = delayed('list');
  const opened = gallery.open('somebody', 'a');
  const sent = gallery.add([new File(['x'], 'given.jpg')]);
  answer();
  await opened;
  const [given] = ids();
  expect(gallery.getState().entries.map(({ name }) => name)).toEqual(['given.jpg', 'a.jpg']);
  expect(gallery.getState().selectedId).toBe(given);
  await gallery.remove(given!);
  await sent;
});

test('a picture that is on its way when somebody logs in stays in the strip', async () => {
  server.views = [];
  await gallery.open(null, undefined);
  const sent = gallery.add([new File(['x'], 'given.jpg')]);
  await openWith(viewOf('a'));
  expect(gallery.getState().entries.map(({ name }) => name)).toEqual(['given.jpg', 'a.jpg']);
  const [given] = ids();
  await gallery.remove(given!);
  await sent;
});

test('a list that did not come and is asked for again costs nobody what this browser keeps of them', async () => {
  writeStored('editor-selected', 'b');
  server.late.set('list', Promise.reject(new TypeError('Failed to fetch')));
  await openWith(viewOf('a'), viewOf('b'));
  expect(gallery.getState().stage).toBe('failed');
  server.late.clear();
  await openWith(viewOf('a'), viewOf('b'));
  expect(gallery.getState()).toMatchObject({ stage: 'ready', selectedId: 'b' });
});

const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test('the strip holds seven pictures: one that is given pushes the oldest out, which is followed no further', async () => {
  await openWith(...seven.map((id) => viewOf(id, waiting)));
  const sent = gallery.add([new File(['x'], 'given.jpg')]);
  const [given, ...others] = ids();
  expect(others).toEqual(seven.slice(0, 6));
  expect(seven.filter((id) => streams.get(id)?.isClosed)).toEqual(['g']);
  await gallery.remove(given!);
  await sent;
});

test('a picture that is pushed out while it is sent gets there, and is not followed', async () => {
  await openWith();
  const sent = gallery.add([new File(['x'], 'early')]);
  await vi.advanceTimersByTimeAsync(0);
  const others = gallery.add(seven.map((name) => new File(['x'], name)));
  await vi.advanceTimersByTimeAsync(0);
  server.views = [viewOf('early', waiting)];
  server.arrivals.get('early')?.();
  await sent;
  expect(gallery.getState().entries.map(({ name }) => name)).toEqual(seven.toReversed());
  expect(streams.has('early')).toBe(false);
  await gallery.forget();
  await others;
});

test('pictures that the next list lacks are followed no further', async () => {
  server.views = [viewOf('a', waiting), viewOf('b', waiting)];
  await gallery.open(null, 'a');
  await gallery.open(null, 'b');
  await openWith(viewOf('b', waiting));
  expect(ids()).toEqual(['b']);
  expect(streams.get('a')?.isClosed).toBe(true);
  expect(streams.get('b')?.isClosed).toBe(false);
});

test('who is not logged in finds the pictures again by their ids, save those that failed', async () => {
  server.views = [viewOf('a'), viewOf('b', waiting)];
  await gallery.open(null, 'a');
  await gallery.open(null, 'b');
  expect(JSON.parse(readStored('editor-images') ?? '')).toEqual(['b', 'a']);
  const data = JSON.stringify(viewOf('b', noSubject as Partial<TransactionView>));
  streams.get('b')?.dispatchEvent(new MessageEvent('message', { data }));
  expect(ids()).toEqual(['b', 'a']);
  expect(JSON.parse(readStored('editor-images') ?? '')).toEqual(['a']);
});

test('regression: a picture that is given when the list did not come is found again beside the others', async () => {
  // Nobody was here yet.
  vi.resetModules();
  const fresh = (await import('./gallery.ts')).gallery;
  const storage = await import('../../lib/storage/storage.ts');
  const stored = () => JSON.parse(storage.readStored('editor-images') ?? '') as string[];
  const shown = () => fresh.getState().entries.map(({ id }) => id);
  storage.writeStored('editor-images', JSON.stringify(['a', 'b']));
  server.views = [viewOf('a'), viewOf('b'), viewOf('given')];
  const offline = Promise.reject(new TypeError('Failed to fetch'));
  server.late.set('a', offline);
  await fresh.open(null, undefined);
  expect(fresh.getState().stage).toBe('failed');
  const sent = fresh.add([new File(['x'], 'given')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(stored()).toEqual(['a', 'b']);
  server.arrivals.get('given')?.();
  await sent;
  server.late.clear();
  await fresh.open(null, undefined);
  expect([shown(), stored()]).toEqual([
    ['given', 'a', 'b'],
    ['given', 'a', 'b'],
  ]);
  await fresh.remove('a');
  expect(stored()).toEqual(['given', 'b']);
  await fresh.forget();
});

test('regression: pictures of another tab are found again too, whatever is done in this one', async () => {
  server.views = [viewOf('a'), viewOf('b')];
  await gallery.open(null, 'a');
  await gallery.open(null, 'b');
  writeStored('editor-images', JSON.stringify(['theirs', 'a', 'b']));
  await gallery.remove('a');
  expect(JSON.parse(readStored('editor-images') ?? '')).toEqual(['theirs', 'b']);
});

test('whoever was logged in is known to be another than who is there', async () => {
  expect(gallery.isAnothers('somebody')).toBe(false);
  await openWith(viewOf('a'));
  expect([gallery.isAnothers('somebody'), gallery.isAnothers(null)]).toEqual([false, true]);
  await gallery.open(null, undefined);
  expect(gallery.isAnothers('somebody')).toBe(false);
});

test('whoever logs in has a list on the server, and none is kept here', async () => {
  server.views = [viewOf('a')];
  await gallery.open(null, 'a');
  expect(readStored('editor-images')).toBeDefined();
  await openWith(viewOf('a'));
  expect(readStored('editor-images')).toBeUndefined();
  await gallery.remove('a');
  expect(readStored('editor-images')).toBeUndefined();
});

test('the list of somebody who was here before is shown to nobody else, however late it comes', async () => {
  const answer = delayed('list');
  const late = gallery.open('somebody before', undefined);
  await vi.advanceTimersByTimeAsync(0);
  server.late.clear();
  await openWith(viewOf('a'));
  server.views = [viewOf('theirs')];
  answer();
  await late;
  expect(ids()).toEqual(['a']);
});
