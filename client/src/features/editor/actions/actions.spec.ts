import { describe, expect, test } from 'vitest';
import type { Action } from '../gestures/action.ts';
import { actionOf, actions } from './actions.ts';

const nameOf = (action: Action | undefined): string | undefined =>
  Object.entries(actions).find(([, one]) => one === action)?.[0];

const pressed = (key: string, code: string, modifiers: Partial<KeyboardEvent> = {}): string | undefined =>
  nameOf(
    actionOf({
      key,
      code,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      altKey: false,
      ...modifiers,
    } as KeyboardEvent),
  );
const ctrl = { ctrlKey: true };

test.each([
  ['e', 'KeyE', 'erase'],
  ['R', 'KeyR', 'restore'],
  ['=', 'Equal', 'zoomIn'],
  ['[', 'BracketLeft', 'smaller'],
  ['x', 'KeyX', undefined],
  ['Enter', 'Enter', undefined],
])('%s does what its name says', (key, code, name) => {
  expect(pressed(key, code)).toBe(name);
});

describe('on a keyboard with another script, the key at the same place counts', () => {
  test.each([
    ['ث', 'KeyE', 'erase'],
    ['ق', 'KeyR', 'restore'],
    ['لا', 'KeyB', 'background'],
    ['ر', 'KeyV', 'arrange'],
    ['ؤ', 'KeyC', 'crop'],
    ['ج', 'BracketLeft', 'smaller'],
    ['د', 'BracketRight', 'larger'],
    ['٠', 'Digit0', 'fit'],
    ['у', 'KeyE', 'erase'],
  ])('%s (%s)', (key, code, name) => {
    expect(pressed(key, code)).toBe(name);
  });

  test.each([
    ['ئ', 'KeyZ', ctrl, 'undo'],
    ['ئ', 'KeyZ', { metaKey: true }, 'undo'],
    ['ئ', 'KeyZ', { ...ctrl, shiftKey: true }, 'redo'],
    ['غ', 'KeyY', ctrl, 'redo'],
  ])('%s (%s) with %o', (key, code, modifiers, name) => {
    expect(pressed(key, code, modifiers)).toBe(name);
  });
});

describe('a Latin letter counts wherever it is', () => {
  test.each([
    ['z', 'KeyW', ctrl, 'undo'],
    ['w', 'KeyZ', ctrl, undefined],
    ['ü', 'BracketLeft', {}, undefined],
    ['+', 'BracketRight', {}, 'zoomIn'],
  ])('%s (%s) with %o', (key, code, modifiers, name) => {
    expect(pressed(key, code, modifiers)).toBe(name);
  });
});

describe('brackets', () => {
  test.each([
    ['AltGr', { altKey: false }],
    ['AltGr that comes as Control and Alt', { ctrlKey: true, altKey: true }],
    ['Option', { altKey: true }],
  ])('may be typed with %s', (_what, modifiers) => {
    expect(pressed('[', 'BracketLeft', modifiers)).toBe('smaller');
    expect(pressed(']', 'BracketRight', modifiers)).toBe('larger');
  });

  test.each([
    ['e', 'KeyE', { altKey: true }],
    ['z', 'KeyZ', { ctrlKey: true, altKey: true }],
    ['[', 'BracketLeft', { metaKey: true }],
    ['[', 'BracketLeft', { metaKey: true, altKey: true }],
    ['[', 'BracketLeft', ctrl],
  ])('but %s (%s) with %o belongs to another person', (key, code, modifiers) => {
    expect(pressed(key, code, modifiers)).toBeUndefined();
  });
});
