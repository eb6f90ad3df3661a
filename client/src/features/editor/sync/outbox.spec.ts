import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pictureView } from '../../pictures/uploads/transaction/testing/picture-view.ts';
import { readDrafts, type Draft } from './drafts.ts';
import { forgetEdits, Outbox } from './outbox.ts';

const kept = vi.hoisted(() => new Map<string, unknown>());
/** Writes never finish. */
const database = vi.hoisted(() => ({ isStuck: false }));
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: async (id: string) => kept.get(id),
  set: (id: string, drafts: unknown) =>
    database.isStuck ? new Promise(() => undefined) : Promise.resolve(void kept.set(id, drafts)),
  delMany: async (ids: string[]) => ids.forEach((id) => kept.delete(id)),
  clear: async () => kept.clear(),
}));

const settings = (id: string): Draft => ({ command: { kind: 'settings', id, settings: {} }, drawn: null });
const requests: ((refusal?: string) => void)[] = [];
const sent: unknown[] = [];

beforeEach(() => {
  kept.clear();
  database.isStuck = false;
  requests.length = 0;
  sent.length = 0;
  calls.length = 0;
  vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['idempotency-key']);
    const { promise, resolve } = Promise.withResolvers<Response>();
    requests.push((errorCode) =>
      resolve(
        errorCode === undefined
          ? Response.json(pictureView('p', { edits: { headId: 'op', undoId: null, redoId: null, masks: [] } }))
          : Response.json({ errorCode }, { status: errorCode === 'not_logged_in' ? 401 : 409 }),
      ),
    );
    return promise;
  });
});
afterEach(async () => {
  await forgetEdits();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const calls: string[] = [];

function outbox(): Outbox {
  return Outbox.of('p', {
    onTaken: (id) => calls.push(`${id} taken`),
    onRefused: (id) => calls.push(`${id} refused`),
    onState: (state) => calls.push(state),
    maskOf: () => Promise.reject(new Error('No stroke')),
    opIdOf: () => undefined,
  });
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('keeps an edit until the server has it', async () => {
  const edits = outbox();
  edits.add(settings('one'));
  edits.add(settings('other'));
  await settled();
  expect(kept.get('p')).toHaveLength(2);
  for (const left of [1, undefined]) {
    requests.shift()!();
    await settled();
    expect((kept.get('p') as Draft[] | undefined)?.length).toBe(left);
  }
});

test('a picture forgotten during an edit does not return with the response, and sends nothing further', async () => {
  const edits = outbox();
  edits.add(settings('one'));
  edits.add(settings('other'));
  await settled();
  await forgetEdits();
  expect(kept.size).toBe(0);
  requests.shift()!();
  await settled();
  expect([kept.size, requests.length]).toEqual([0, 0]);
});

test('a stopped outbox keeps nothing further', async () => {
  const edits = outbox();
  edits.stop();
  edits.add(settings('one'));
  await settled();
  expect([kept.size, requests.length]).toEqual([0, 0]);
});

test('an edit made before the stored ones are read waits, and replaces none', async () => {
  kept.set('p', [settings('left')]);
  const edits = outbox();
  const restored = edits.restore();
  edits.add(settings('new'));
  await restored;
  await settled();
  expect(kept.get('p')).toMatchObject([{ command: { id: 'left' } }, { command: { id: 'new' } }]);
  for (const _ of [1, 2]) {
    requests.shift()!();
    await settled();
  }
  expect([sent, kept.size]).toEqual([['left', 'new'], 0]);
});

test('regression: keeps an edit when the call returns, even if the database has not answered or has not been read', async () => {
  database.isStuck = true;
  kept.set('p', [settings('left')]);
  const edits = outbox();
  const restored = edits.restore();
  edits.add(settings('early'));
  expect(await readDrafts('p')).toEqual([settings('left'), settings('early')]);
  await restored;
  edits.add(settings('late'));
  expect(await readDrafts('p')).toEqual([settings('left'), settings('early'), settings('late')]);
  await forgetEdits();
  expect(await readDrafts('p')).toEqual([]);
});

test('not everything counts as sent while the stored edits are unknown', async () => {
  const edits = outbox();
  const known: string[] = [];
  void edits.restore().then(() => known.push('what was left'));
  void edits.whenEmpty().then(() => known.push('all is sent'));
  await settled();
  expect(known).toEqual(['what was left', 'all is sent']);
});

test('an edit waits while the picture is being cut out again, without reporting a lost connection', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  outbox().add(settings('one'));
  await vi.advanceTimersByTimeAsync(0);
  requests.shift()!('image_not_ready');
  await vi.advanceTimersByTimeAsync(1_000);
  requests.shift()!();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toEqual(['sending', 'one taken', 'sent']);
  expect(kept.size).toBe(0);
});

test('does not send the undo of a refused edit, and reports the refusal once', async () => {
  const edits = outbox();
  edits.add(settings('one'));
  edits.add({ command: { kind: 'restore', id: 'undo', target: 'one' }, drawn: null });
  await settled();
  requests.shift()!('too_many_edits');
  await settled();
  expect([calls, sent, kept.size]).toEqual([['sending', 'one refused', 'sent'], ['one'], 0]);
});

test('returning to a picture that is still sending reuses its outbox: a second would send the same edits and keep fewer', async () => {
  const edits = outbox();
  edits.add(settings('one'));
  await settled();
  const again = outbox();
  const left = await again.restore();
  again.add(settings('new'));
  await settled();
  expect(left).toMatchObject([{ command: { id: 'one' } }]);
  expect(kept.get('p')).toMatchObject([{ command: { id: 'one' } }, { command: { id: 'new' } }]);
  for (const _ of [1, 2]) {
    requests.shift()!();
    await settled();
  }
  expect([sent, kept.size]).toEqual([['one', 'new'], 0]);
});

test('never hands out a stopped outbox again', async () => {
  const edits = outbox();
  edits.add(settings('one'));
  await settled();
  await forgetEdits();
  outbox().add(settings('new'));
  await settled();
  expect(sent).toEqual(['one', 'new']);
});

test('regression: waiting for all edits to be sent fails if one was refused', async () => {
  const edits = outbox();
  edits.add(settings('one'));
  edits.add(settings('other'));
  const waiting = edits.whenEmpty();
  await settled();
  requests.shift()!('too_many_edits');
  await expect(waiting).rejects.toMatchObject({ code: 'edit_refused', cause: { code: 'too_many_edits' } });
  await settled();
  requests.shift()!();
  await expect(edits.whenEmpty()).resolves.toBeUndefined();
});

test('regression: waiting for forgotten edits ends', async () => {
  const edits = outbox();
  edits.add(settings('one'));
  const waiting = edits.whenEmpty();
  edits.stop();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect(edits.whenEmpty()).rejects.toMatchObject({ name: 'AbortError' });
});

test('regression: reports a lost connection once, however often the edit is retried, and its return once accepted', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const edits = outbox();
  edits.add(settings('one'));
  edits.add(settings('other'));
  await vi.advanceTimersByTimeAsync(62_000);
  expect(calls).toEqual(['sending', 'offline']);
  vi.stubGlobal('fetch', fetch);
  await vi.advanceTimersByTimeAsync(30_000);
  requests.shift()!();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.slice(2)).toEqual(['one taken', 'sending']);
  requests.shift()!();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.slice(4)).toEqual(['other taken', 'sent']);
});

test('regression: returning while stored edits are being read reuses the outbox: two would send each edit twice', async () => {
  kept.set('p', [settings('left')]);
  const edits = outbox();
  const first = edits.restore();
  edits.add(settings('new'));
  const again = outbox();
  const second = again.restore();
  expect(again).toBe(edits);
  expect(await first).toMatchObject([{ command: { id: 'left' } }]);
  expect(await second).toMatchObject([{ command: { id: 'left' } }, { command: { id: 'new' } }]);
  for (const _ of [1, 2]) {
    await settled();
    requests.shift()!();
  }
  await settled();
  expect([sent, kept.size]).toEqual([['left', 'new'], 0]);
});

test('regression: a login that ended elsewhere keeps the edits for its owner’s next one', async () => {
  const edits = outbox();
  edits.add(settings('one'));
  edits.add(settings('other'));
  await settled();
  const sending = edits.whenEmpty().catch((error: Error) => error.name);
  requests.shift()!('not_logged_in');
  expect(await sending).toBe('AbortError');
  expect([calls, kept.get('p'), sent]).toEqual([['sending'], [settings('one'), settings('other')], ['one']]);
  void outbox().restore();
  await settled();
  expect(sent).toEqual(['one', 'one']);
});
