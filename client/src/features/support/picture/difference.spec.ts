import { assert, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { differences } from './difference.ts';

test('names differences down to the leaf', () => {
  const before = { phase: { status: 'pending' }, list: [{ id: 1 }], same: { deep: [1, 2] } };
  const after = { phase: { status: 'uploaded', matte: 'x' }, list: [{ id: 2 }, { id: 3 }], same: { deep: [1, 2] } };
  expect(differences(before, after)).toEqual([
    { path: 'phase.status', before: 'pending', after: 'uploaded' },
    { path: 'phase.matte', before: undefined, after: 'x' },
    { path: 'list.0.id', before: 1, after: 2 },
    { path: 'list.1', before: undefined, after: { id: 3 } },
  ]);
});

test('nothing precedes the first event', () => {
  expect(differences(null, { a: 1 })).toEqual([{ path: '', before: null, after: { a: 1 } }]);
});

test('a value does not differ from itself', () => {
  assert(
    property(jsonValue(), (value) => {
      expect(differences(value, structuredClone(value))).toEqual([]);
    }),
  );
});
