import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draft } from './drafts.ts';
import { forgetEdits, Outbox } from './outbox.ts';

/** What the browser keeps, by picture. */
const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: async (id: string) => kept.get(id),
  set: async (id: string, drafts: unknown) => void kept.set(id, drafts),
  delMany: async (ids: string[]) => ids.forEach((id) => kept.delete(id)),
  clear: async () => kept.clear(),
}));

const settings = (id: string): Draft => ({ command: { kind: 'settings', id, settings: {} }, drawn: null });
/** The requests that the server has not answered yet. */
const asked: (() => void)[] = [];

beforeEach(() => {
  kept.clear();
  asked.length = 0;
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    asked.push(() => resolve(Response.json({ edits: { headId: 'op' } })));
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

function outbox(): Outbox {
  return new Outbox('p', {
    onTaken: () => undefined,
    onRefused: () => undefined,
    onState: () => undefined,
    maskOf: () => Promise.reject(new Error('No stroke')),
    opIdOf: () => undefined,
  });
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('an edit is kept until the server has it', async () => {
  const edits = outbox();
  edits.add(settings('one'));
  edits.add(settings('other'));
  await settled();
  expect(kept.get('p')).toHaveLength(2);
  for (const left of [1, undefined]) {
    asked.shift()!();
    await settled();
    expect((kept.get('p') as Draft[] | undefined)?.length).toBe(left);
  }
});

test('what is forgotten while an edit is on its way does not come back with the answer, and is sent no further', async () => {
  const edits = outbox();
  edits.add(settings('one'));
  edits.add(settings('other'));
  await settled();
  await forgetEdits();
  expect(kept.size).toBe(0);
  asked.shift()!();
  await settled();
  expect([kept.size, asked.length]).toEqual([0, 0]);
});

test('an outbox that was stopped keeps nothing more', async () => {
  const edits = outbox();
  edits.stop();
  edits.add(settings('one'));
  await settled();
  expect([kept.size, asked.length]).toEqual([0, 0]);
});
