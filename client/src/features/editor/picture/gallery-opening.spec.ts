import { expect, test } from 'vitest';
import { writeStored } from '../../../lib/storage/storage.ts';
import { readDrafts, writeDrafts } from '../sync/drafts.ts';
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

test('a late picture from the address does not replace the one chosen since', async () => {
  await openWith(viewOf('a'), viewOf('b'));
  server.views = [...server.views, viewOf('wanted')];
  const answer = delayed('wanted');
  const opened = gallery.open('somebody', 'wanted');
  gallery.select('b');
  answer();
  await opened;
  expect(gallery.getState()).toMatchObject({ selectedId: 'b', picture: { id: 'b' } });
});

test('the last requested picture opens, whichever arrives first', async () => {
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
  'regression: a picture requested while the list loads opens, and appears once in the strip, when the list %s',
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

test('regression: the cut-out of the open picture does not replace the requested one', async () => {
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

test('regression: returning to the open picture before another one loads stays there', async () => {
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

test('regression: a picture in an unknown state is reported, and the open one stays open', async () => {
  await openWith(viewOf('a'), viewOf('b'));
  await gallery.open('somebody', 'b');
  server.late.set('y', Promise.reject(new TypeError('Failed to fetch')));
  await expect(gallery.open('somebody', 'y')).rejects.toMatchObject({ code: 'network' });
  expect(gallery.getState()).toMatchObject({ stage: 'ready', selectedId: 'b', picture: { id: 'b' } });
});

test('the others are shown when the first requested picture cannot be fetched', async () => {
  server.views = [viewOf('a')];
  server.late.set('y', Promise.reject(new TypeError('Failed to fetch')));
  await expect(gallery.open('somebody', 'y')).rejects.toMatchObject({ code: 'network' });
  expect(gallery.getState()).toMatchObject({ stage: 'ready', selectedId: 'a' });
});

test('regression: a requested picture that is gone is reported while another is shown', async () => {
  server.views = [viewOf('a')];
  await expect(gallery.open('somebody', 'y')).rejects.toMatchObject({ code: 'image_expired' });
  expect(gallery.getState().selectedId).toBe('a');
  await expect(gallery.open('somebody', 'z')).rejects.toMatchObject({ code: 'image_expired' });
  expect(gallery.getState().selectedId).toBe('a');
});

test('a previously open picture that is gone is not reported', async () => {
  writeStored('editor-selected', 'y');
  await openWith(viewOf('a'));
  expect(gallery.getState().selectedId).toBe('a');
});

test('regression: the failure of a requested picture is reported while another one is shown', async () => {
  server.views = [viewOf('a'), viewOf('b', noSubject)];
  await gallery.open('somebody', 'b');
  expect(gallery.getState()).toMatchObject({ selectedId: 'a', failed: { name: 'b.jpg' } });
});

test("regression: the upload page's picture opens on the first and on later visits", async () => {
  writeStored('editor-selected', 'brought', { minutes: 1 });
  await openWith(viewOf('a'), viewOf('brought'));
  expect(gallery.getState()).toMatchObject({ selectedId: 'brought', picture: { id: 'brought' } });

  server.views = [viewOf('newer'), ...server.views];
  writeStored('editor-selected', 'newer', { minutes: 1 });
  await gallery.open('somebody', undefined);
  expect(gallery.getState()).toMatchObject({ selectedId: 'newer', picture: { id: 'newer' } });

  // Gone meanwhile: the open one stays.
  writeStored('editor-selected', 'gone', { minutes: 1 });
  await gallery.open('somebody', undefined);
  expect(gallery.getState()).toMatchObject({ selectedId: 'newer' });
});

test('regression: unsent edits outlast a login that ended elsewhere, but not for another person', async () => {
  const left = [{ command: { kind: 'reset', id: 'edit' }, drawn: null }] as const;
  await openWith(viewOf('a'));
  await writeDrafts('unsent', left);
  await gallery.forget({ hasEnded: true });
  expect(ids()).toEqual([]);
  await gallery.open(null, undefined);
  await openWith(viewOf('a'));
  expect(await readDrafts('unsent')).toEqual(left);

  await gallery.forget({ hasEnded: true });
  await gallery.open('another', undefined);
  expect(await readDrafts('unsent')).toEqual([]);
});

test('regression: a picture that is gone while open makes room for the next one, and says why', async () => {
  await openWith(viewOf('a'), viewOf('b'));
  gallery.select('a');
  server.views = [viewOf('b')];
  await gallery.getState().picture?.refetch();
  expect(gallery.getState()).toMatchObject({
    selectedId: 'b',
    picture: { id: 'b' },
    failed: { id: 'a', life: { failure: { code: 'image_expired' } } },
  });
  expect(gallery.getState().entries.map(({ life }) => life.stage)).toEqual(['failed', 'ready']);
});
