import { expect, test, vi } from 'vitest';
import { deleteTransaction } from '../../pictures/uploads/transaction/api.ts';
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

test('a failed picture is reported while another is open', async () => {
  await openWith(viewOf('a'), viewOf('b', waiting));
  const data = JSON.stringify(viewOf('b', noSubject));
  streams.get('b')?.dispatchEvent(new MessageEvent('message', { data }));
  expect(gallery.getState()).toMatchObject({
    selectedId: 'a',
    failed: { name: 'b.jpg', life: { failure: { code: 'subject_not_found' } } },
  });
});

test('a picture deleted elsewhere leaves the strip, and the last healthy one is shown', async () => {
  await openWith(viewOf('a'), viewOf('b', noSubject), viewOf('c'));
  const { picture } = gallery.getState();
  const closed = vi.spyOn(picture!, 'close');
  await deleteTransaction('a');
  expect(ids()).toEqual(['b', 'c']);
  expect(gallery.getState()).toMatchObject({ selectedId: 'c', picture: { id: 'c' } });
  // Its unsent edits have no target.
  expect(closed).toHaveBeenCalledWith({ isForgotten: true });
  await deleteTransaction('c');
  expect(gallery.getState()).toMatchObject({ selectedId: undefined, picture: undefined });
});

test('a removed picture is deleted from the server; one that cannot be deleted stays', async () => {
  await openWith(viewOf('a'), viewOf('b'));
  await gallery.remove('a');
  expect([ids(), server.deleted]).toEqual([['b'], ['a']]);
  server.deletion = 503;
  await expect(gallery.remove('b')).rejects.toMatchObject({ status: 503 });
  expect(ids()).toEqual(['b']);
});

test('a picture deleted by someone else can be removed', async () => {
  await openWith(viewOf('a'), viewOf('b'));
  server.deletion = 404;
  await gallery.remove('a');
  expect(ids()).toEqual(['b']);
});

test('removing a picture stops its upload without an error', async () => {
  await openWith(viewOf('a'));
  gallery.add([new File(['x'], 'one.jpg'), new File(['x'], 'other.jpg')]);
  await vi.advanceTimersByTimeAsync(0);
  await gallery.remove(gallery.getState().selectedId ?? '');
  await vi.advanceTimersByTimeAsync(0);
  expect(server.uploads).toEqual(['one.jpg', 'other.jpg']);
  await gallery.remove(gallery.getState().selectedId ?? '');
  await vi.advanceTimersByTimeAsync(0);
  expect(gallery.getState()).toMatchObject({ entries: [{ id: 'a' }], selectedId: 'a', failed: undefined });
});

test('regression: a picture removed after it was fully sent does not stay on the server', async () => {
  await openWith();
  gallery.add([new File(['x'], 'given')]);
  await vi.advanceTimersByTimeAsync(0);
  server.views = [viewOf('given', waiting)];
  const answer = delayed('given');
  server.arrivals.get('given')?.();
  await vi.advanceTimersByTimeAsync(0);
  await gallery.remove(ids()[0]!);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect([ids(), server.deleted]).toEqual([[], ['given']]);
});

test('the first of several added pictures is shown, and later ones do not replace it', async () => {
  await openWith(viewOf('a'));
  gallery.add([new File(['x'], 'one.jpg'), new File(['x'], 'other.jpg')]);
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
  await vi.advanceTimersByTimeAsync(0);
});

test('regression: removing an uploading picture keeps the unsent edits of the open one', async () => {
  await openWith(viewOf('a'));
  const closed = vi.spyOn(gallery.getState().picture!, 'close');
  gallery.add([new File(['x'], 'one.jpg')]);
  await vi.advanceTimersByTimeAsync(0);
  await gallery.remove(gallery.getState().selectedId ?? '');
  expect(closed).not.toHaveBeenCalledWith({ isForgotten: true });
  expect(gallery.getState()).toMatchObject({ selectedId: 'a', picture: { id: 'a' } });
});

test('regression: a picture added while offline is kept, and sent with the same key once online', async () => {
  await openWith();
  server.isAway = true;
  gallery.add([new File(['x'], 'given')]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(gallery.getState()).toMatchObject({ isOffline: true, entries: [{ life: { stage: 'queued' } }] });
  server.isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  server.views = [viewOf('given')];
  server.arrivals.get('given')?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(gallery.getState()).toMatchObject({ isOffline: false, selectedId: 'given', picture: { id: 'given' } });
  expect([server.keys.length > 2, new Set(server.keys).size]).toEqual([true, 1]);
});

test('a picture removed before its turn is not sent', async () => {
  await openWith(viewOf('a'));
  gallery.add([new File(['x'], 'one.jpg'), new File(['x'], 'other.jpg')]);
  await vi.advanceTimersByTimeAsync(0);
  const [other, one] = ids();
  await gallery.remove(other!);
  await gallery.remove(one!);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.uploads).toEqual(['one.jpg']);
});

test('waiting uploads are dropped once their owner is forgotten', async () => {
  await openWith(viewOf('a'));
  gallery.add([new File(['x'], 'one.jpg'), new File(['x'], 'other.jpg')]);
  await vi.advanceTimersByTimeAsync(0);
  await gallery.forget();
  await vi.advanceTimersByTimeAsync(0);
  expect([ids(), server.uploads]).toEqual([[], ['one.jpg']]);
});

const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test('the strip holds seven pictures: an added one pushes out the oldest, which is no longer followed', async () => {
  await openWith(...seven.map((id) => viewOf(id, waiting)));
  gallery.add([new File(['x'], 'given.jpg')]);
  const [given, ...others] = ids();
  expect(others).toEqual(seven.slice(0, 6));
  expect(seven.filter((id) => streams.get(id)?.isClosed)).toEqual(['g']);
  await gallery.remove(given!);
  await vi.advanceTimersByTimeAsync(0);
});

test('a picture pushed out during its upload is still sent, but not followed', async () => {
  await openWith();
  gallery.add([new File(['x'], 'early')]);
  await vi.advanceTimersByTimeAsync(0);
  gallery.add(seven.map((name) => new File(['x'], name)));
  await vi.advanceTimersByTimeAsync(0);
  server.views = [viewOf('early', waiting)];
  server.arrivals.get('early')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(gallery.getState().entries.map(({ name }) => name)).toEqual(seven.toReversed());
  expect(streams.has('early')).toBe(false);
  await gallery.forget();
});
