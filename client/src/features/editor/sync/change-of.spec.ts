import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene';
import { expect, test } from 'vitest';
import { changeOf, toldOf, type Told } from './change-of.ts';
import type { Version } from './edit-log.ts';

const original: Version = {
  headId: 'original',
  undoId: null,
  redoId: null,
  masks: [],
  settings: DEFAULT_SETTINGS,
  isAwaited: false,
};
const mask = { id: 'mine', mode: 'erase', box: { x: 0, y: 0, width: 9, height: 9 } } as const;
const erased: Version = { ...original, headId: 'mine', undoId: 'original', masks: [mask] };

test('a stroke, its undoing and its redoing are told, and other settings', () => {
  expect(changeOf(original, erased)).toBe('erase');
  expect(changeOf(erased, original)).toBe('undone');
  expect(changeOf({ ...original, redoId: 'mine' }, erased)).toBe('redone');
  const shaded = {
    ...erased,
    headId: 'other',
    settings: { ...DEFAULT_SETTINGS, background: { ...DEFAULT_SETTINGS.background, color: '#ffffff' } },
  };
  expect(changeOf(erased, shaded)).toBe('settings');
});

test('regression: the server’s name for an edit is no change, though the settings that come with it are another object', () => {
  const named = {
    ...erased,
    headId: 'server',
    masks: [{ ...mask, id: 'server' }],
    settings: structuredClone(DEFAULT_SETTINGS),
  };
  expect(changeOf(erased, named)).toBeUndefined();
});

test('strokes that a reset takes away are told, though it leaves the settings as they were', () => {
  expect(changeOf(erased, { ...original, headId: 'reset', undoId: 'mine' })).toBe('settings');
});

const told: Told = { pictureId: 'p', version: original, change: undefined, count: 0 };

test('what happens twice is told twice', () => {
  const again: Version = { ...erased, headId: 'again', undoId: 'mine', masks: [mask, { ...mask, id: 'again' }] };
  const once = toldOf(told, 'p', erased);
  expect(once).toMatchObject({ change: 'erase', count: 1 });
  expect(toldOf(once, 'p', erased)).toBe(once);
  expect(toldOf(once, 'p', again)).toMatchObject({ change: 'erase', count: 2 });
});

test('another picture that is opened has not changed', () => {
  const other = toldOf(toldOf(told, 'p', erased), 'q', original);
  expect(other).toMatchObject({ pictureId: 'q', version: original, change: undefined });
});
