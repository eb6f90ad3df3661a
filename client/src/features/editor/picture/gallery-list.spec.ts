import { expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';
import { gallery } from './gallery.ts';
import {
  delayed,
  ids,
  noSubject,
  openWith,
  server,
  simulateServer,
  streams,
  viewOf,
  waiting,
} from './testing/gallery-server.ts';

simulateServer();

test('a picture added while the list loads stays in the strip and open', async () => {
  server.views = [viewOf('a')];
  const answer = delayed('list');
  const opened = gallery.open('somebody', 'a');
  gallery.add([new File(['x'], 'given.jpg')]);
  answer();
  await opened;
  const [given] = ids();
  expect(gallery.getState().entries.map(({ name }) => name)).toEqual(['given.jpg', 'a.jpg']);
  expect(gallery.getState().selectedId).toBe(given);
  await gallery.remove(given!);
  await vi.advanceTimersByTimeAsync(0);
});

test('a picture being uploaded when the user logs in stays in the strip', async () => {
  server.views = [];
  await gallery.open(null, undefined);
  gallery.add([new File(['x'], 'given.jpg')]);
  await openWith(viewOf('a'));
  expect(gallery.getState().entries.map(({ name }) => name)).toEqual(['given.jpg', 'a.jpg']);
  const [given] = ids();
  await gallery.remove(given!);
  await vi.advanceTimersByTimeAsync(0);
});

test('retrying a failed list keeps what this browser stores for the user', async () => {
  writeStored('editor-selected', 'b');
  server.late.set('list', Promise.reject(new TypeError('Failed to fetch')));
  await openWith(viewOf('a'), viewOf('b'));
  expect(gallery.getState().stage).toBe('failed');
  server.late.clear();
  await openWith(viewOf('a'), viewOf('b'));
  expect(gallery.getState()).toMatchObject({ stage: 'ready', selectedId: 'b' });
});

test('stops following pictures that are missing from the next list', async () => {
  server.views = [viewOf('a', waiting), viewOf('b', waiting)];
  await gallery.open(null, 'a');
  await gallery.open(null, 'b');
  await openWith(viewOf('b', waiting));
  expect(ids()).toEqual(['b']);
  expect(streams.get('a')?.isClosed).toBe(true);
  expect(streams.get('b')?.isClosed).toBe(false);
});

test("a visitor's pictures are found again by their ids, except failed ones", async () => {
  server.views = [viewOf('a'), viewOf('b', waiting)];
  await gallery.open(null, 'a');
  await gallery.open(null, 'b');
  expect(JSON.parse(readStored('editor-images') ?? '')).toEqual(['b', 'a']);
  const data = JSON.stringify(viewOf('b', noSubject));
  streams.get('b')?.dispatchEvent(new MessageEvent('message', { data }));
  expect(ids()).toEqual(['b', 'a']);
  expect(JSON.parse(readStored('editor-images') ?? '')).toEqual(['a']);
});

test('regression: a picture added after the list failed is listed with the others', async () => {
  // The session is unknown.
  vi.resetModules();
  const fresh = (await import('./gallery.ts')).gallery;
  const storage = await import('../../../lib/storage/storage.ts');
  const stored = () => JSON.parse(storage.readStored('editor-images') ?? '') as string[];
  const shown = () => fresh.getState().entries.map(({ id }) => id);
  storage.writeStored('editor-images', JSON.stringify(['a', 'b']));
  server.views = [viewOf('a'), viewOf('b'), viewOf('given')];
  const offline = Promise.reject(new TypeError('Failed to fetch'));
  server.late.set('a', offline);
  await fresh.open(null, undefined);
  expect(fresh.getState().stage).toBe('failed');
  fresh.add([new File(['x'], 'given')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(stored()).toEqual(['a', 'b']);
  server.arrivals.get('given')?.();
  await vi.advanceTimersByTimeAsync(0);
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

test('regression: pictures from another tab are found again, whatever happens in this one', async () => {
  server.views = [viewOf('a'), viewOf('b')];
  await gallery.open(null, 'a');
  await gallery.open(null, 'b');
  writeStored('editor-images', JSON.stringify(['theirs', 'a', 'b']));
  await gallery.remove('a');
  expect(JSON.parse(readStored('editor-images') ?? '')).toEqual(['theirs', 'b']);
});

test('the gallery notices that another user has logged in', async () => {
  expect(gallery.isAnothers('somebody')).toBe(false);
  await openWith(viewOf('a'));
  expect([gallery.isAnothers('somebody'), gallery.isAnothers(null)]).toEqual([false, true]);
  await gallery.open(null, undefined);
  expect(gallery.isAnothers('somebody')).toBe(false);
});

test('a logged-in user has a list on the server, and none is kept here', async () => {
  server.views = [viewOf('a')];
  await gallery.open(null, 'a');
  expect(readStored('editor-images')).toBeDefined();
  await openWith(viewOf('a'));
  expect(readStored('editor-images')).toBeUndefined();
  await gallery.remove('a');
  expect(readStored('editor-images')).toBeUndefined();
});

test("the previous user's list is never shown to another user, however late it arrives", async () => {
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
