import { sceneAt, standingOperations } from '@clearcut/schemas/transaction/edit-history';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  blob,
  chosen,
  coloured,
  cutOut,
  deleted,
  given,
  owner,
  restored,
  stroked,
  transactionId,
  uploaded,
  uuidOf,
  when,
} from '../testing/histories.ts';
import { forkImage } from '../domain/fork.ts';
import { forkOf } from './fork-of.ts';

const UPLOADED_AT = '2026-01-01T09:00:00.000Z';
const forkId = uuidOf('fork');
const behind = uuidOf('beach');

const forked = (events: readonly TransactionEvent[], askedModel: string | null = null) =>
  forkOf(
    events.map((event) => ({ event, metadata: { occurredAt: UPLOADED_AT } })),
    { transactionId: forkId, askedModel, by: 'owner' },
  );

const added: TransactionEvent = {
  type: 'CustomBackgroundAdded',
  data: { transactionId, backgroundId: behind, image: blob('beach') },
};
const found = (name: string, parent: string): TransactionEvent => ({
  type: 'EdgeRefined',
  data: {
    transactionId,
    opId: uuidOf(name),
    parentId: uuidOf(parent),
    box: { x: 10, y: 5, width: 20, height: 10 },
    patch: blob(name),
    refinement: { method: 'local-colours', version: 1 },
  },
});
const reset = (name: string, parent: string): TransactionEvent => ({
  type: 'EditsReset',
  data: { transactionId, opId: uuidOf(name), parentId: uuidOf(parent) },
});

const anEdit = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('stroke', 'edge', 'own background', 'colour') },
  { weight: 1, arbitrary: fc.constantFrom('reset', 'undo') },
);

function historyOf(edits: readonly string[]): TransactionEvent[] {
  const events: TransactionEvent[] = [...cutOut, chosen, ...cutOut.slice(1), added];
  const parents = ['original'];
  for (const [index, edit] of edits.entries()) {
    const [name, parent] = [`op ${index}`, parents.at(-1) ?? 'original'];
    if (edit === 'undo') {
      if (parents.length > 1) parents.pop();
      events.push(restored(parents.at(-1) ?? 'original'));
      continue;
    }
    if (edit === 'stroke') events.push(stroked(name, parent));
    else if (edit === 'edge') events.push(found(name, parent));
    else if (edit === 'reset') events.push(reset(name, parent));
    else if (edit === 'colour') events.push(coloured(name, parent));
    else events.push(coloured(name, parent, { background: { ...TRANSPARENT, id: behind } }));
    parents.push(name);
  }
  return events;
}

function looksOf(events: readonly TransactionEvent[]) {
  const picture = given(...events)?.picture;
  if (picture === undefined) throw new Error('There is no picture');
  const { masks, settings } = sceneAt(picture.edits);
  const { id, ...background } = settings.background;
  return {
    owner: picture.owner,
    original: picture.original.sha256,
    subject: picture.subject,
    masks: masks.map(({ mode, box, mask }) => ({ mode, box, sha256: mask.sha256 })),
    settings: { ...settings, background },
    behind: id === null ? null : picture.backgrounds[id]?.sha256,
    backgrounds: Object.values(picture.backgrounds).map(({ sha256 }) => sha256),
  };
}

test('a fork looks like its picture, without a cut-out, with its own files and ids', () => {
  fc.assert(
    fc.property(fc.array(anEdit, { maxLength: 12 }), (edits) => {
      const history = historyOf(edits);
      const { events, copies } = forked(history);
      expect(looksOf(events)).toEqual(looksOf(history));
      const state = given(...events);
      expect(state?.phase).toEqual({ status: 'pending' });
      expect(state?.picture.saves).toEqual([]);
      const operations = state === null ? [] : state.picture.edits.operations;
      expect(operations).toHaveLength(state === null ? 0 : standingOperations(state.picture.edits).length);
      const text = JSON.stringify(events.slice(1));
      expect(text).not.toContain(transactionId);
      for (const { from, to } of copies) {
        expect(from).toContain(`transaction/${transactionId}/`);
        expect(to).toBe(from.replace(transactionId, forkId));
      }
      expect(new Set(copies.map(({ from }) => from)).size).toBe(copies.length);
    }),
  );
});

test('records its origin, owner, request and since when its file exists', () => {
  const { events } = forked([...cutOut], 'other');
  expect(events).toEqual([
    {
      type: 'ImageForked',
      data: {
        transactionId: forkId,
        from: transactionId,
        owner,
        original: expect.objectContaining({ sha256: uploaded.data.original.sha256 }) as object,
        uploadedAt: UPLOADED_AT,
        askedModel: 'other',
        by: 'owner',
      },
    },
  ]);
});

test('a fork of a fork is as old as the file, not as the fork', () => {
  const { events } = forked([...cutOut]);
  const again = forkOf(
    events.map((event) => ({ event, metadata: { occurredAt: '2026-01-01T20:00:00.000Z' } })),
    { transactionId: uuidOf('second fork'), askedModel: null, by: 'staff' },
  );
  expect(again.events[0]?.data).toMatchObject({ from: forkId, uploadedAt: UPLOADED_AT });
});

test('a repeat has no effect; another picture, model or upload under the same id is refused', () => {
  const { events } = forked([...cutOut]);
  const fork = (other: { readonly from?: string; readonly askedModel?: string } = {}) =>
    forkImage({ from: transactionId, askedModel: null, ...other }, events);
  expect(when(fork())).toEqual(events);
  expect(when(fork(), ...events)).toEqual([]);
  expect(when(fork(), ...events, deleted)).toEqual([]);
  const refused = expect.objectContaining({ code: 'idempotency_key_reused' }) as Error;
  expect(() => when(fork({ from: uuidOf('other') }), ...events)).toThrow(refused);
  expect(() => when(fork({ askedModel: 'other' }), ...events)).toThrow(refused);
  expect(() => when(fork(), uploaded)).toThrow(refused);
});
