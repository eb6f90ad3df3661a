import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../lib/errors/failure.ts';
import type { Saved } from './api.ts';
import { SaveStore } from './save-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // The only part of `window` needed.
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const saved = { answer: { id: 'p', creditsLeft: 4 }, charged: 1 } as Saved;

/** A server with these answers; the last one repeats. */
function storeOver(...answers: (Saved | Failure)[]) {
  const keys: string[] = [];
  const store = new SaveStore(async (_id, _settings, { idempotencyKey }) => {
    keys.push(idempotencyKey);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined || answer instanceof Failure) throw answer ?? new Failure('generic');
    return answer;
  });
  return { store, keys };
}

test('asking twice makes one save', async () => {
  const { store, keys } = storeOver(saved);
  const [one, other] = await Promise.all([store.save('p', {}), store.save('p', {})]);
  expect(one).toBe(other);
  expect(keys).toHaveLength(1);
  expect(store.stateOf('p')).toEqual({ stage: 'saved', ...saved });
});

test('a save with other settings is separate and waits for the previous one', async () => {
  const posted: object[] = [];
  const answers: (() => void)[] = [];
  const store = new SaveStore((_id, settings) => {
    posted.push(settings);
    return new Promise((resolve) => answers.push(() => resolve(saved)));
  });
  const saving = [store.save('p', {}), store.save('p', { shadow: null })];
  await vi.advanceTimersByTimeAsync(0);
  expect(posted).toEqual([{}]);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(posted).toEqual([{}, { shadow: null }]);
  answers[1]?.();
  expect(await Promise.all(saving)).toEqual([saved.answer, saved.answer]);
});

test.each([
  ['no answer', new Failure('network')],
  ['a server that restarts', new Failure('service_unavailable', { status: 503 })],
  ['a picture that is still being refined', new Failure('image_not_ready', { status: 409 })],
])('%s is followed by a retry of the same save', async (_what, failure) => {
  const { store, keys } = storeOver(failure, failure, saved);
  const saving = store.save('p', {});
  await vi.advanceTimersByTimeAsync(500);
  expect(store.stateOf('p')).toMatchObject({ stage: 'saving', isOffline: failure.status === 0 });
  await vi.runAllTimersAsync();
  expect(await saving).toBe(saved.answer);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test('a queued save shows its place, and waits as long as the server reports one', async () => {
  const queued = new Failure('save_queued', { status: 503, ahead: 12 });
  const { store, keys } = storeOver(...Array.from({ length: 60 }, () => queued), saved);
  const saving = store.save('p', {});
  await vi.advanceTimersByTimeAsync(500);
  expect(store.stateOf('p')).toEqual({ stage: 'saving', isOffline: false, ahead: 12 });
  await vi.runAllTimersAsync();
  expect(await saving).toBe(saved.answer);
  expect(keys).toHaveLength(61);
});

test('a save among many shows its place', async () => {
  const notified: boolean[] = [];
  const store = new SaveStore(async (_id, _settings, { isBulk }) => {
    notified.push(isBulk);
    return saved;
  });
  await store.save('p', {}, { isBulk: true });
  await store.save('q', {});
  expect(notified).toEqual([true, false]);
});

test('a final answer ends the save, and the next press starts another', async () => {
  const { store, keys } = storeOver(new Failure('no_credits', { status: 402 }), saved);
  expect(await store.save('p', {})).toBeUndefined();
  expect(store.stateOf('p')).toMatchObject({ stage: 'failed', failure: { code: 'no_credits' } });
  expect(await store.save('p', {})).toBe(saved.answer);
  expect(new Set(keys).size).toBe(2);
});

test('a save without an answer for minutes is reported as failed', async () => {
  const { store } = storeOver(new Failure('network'));
  const saving = store.save('p', {});
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(await saving).toBeUndefined();
  expect(store.stateOf('p').stage).toBe('failed');
});

test('a guess waiting for confirmation is no failure, and confirming starts another save', async () => {
  const { store, keys } = storeOver(new Failure('guess_unconfirmed', { status: 409 }), saved);
  expect(await store.save('p', {})).toBeUndefined();
  expect(store.takeUnconfirmedGuess('p')).toBe(true);
  expect(store.stateOf('p').stage).toBe('idle');
  expect(await store.save('p', {}, { acceptGuess: true })).toEqual(saved.answer);
  expect(store.takeUnconfirmedGuess('p')).toBe(false);
  expect(new Set(keys).size).toBe(2);
});

test('a save in another tab shows here, unless this tab is saving the picture itself', async () => {
  const { store } = storeOver(saved);
  const reported: unknown[] = [];
  store.onSaved = (...about) => reported.push(about);
  store.adopt('q', saved);
  expect(store.stateOf('q')).toEqual({ stage: 'saved', ...saved });
  const saving = store.save('p', {});
  await Promise.resolve();
  store.adopt('p', { ...saved, charged: 0 });
  expect(store.stateOf('p')).toMatchObject({ stage: 'saving' });
  await saving;
  expect(reported).toEqual([['p', saved]]);
});
