import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene';
import { expect, test } from 'vitest';
import { changeOf } from './change-of.ts';
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
