import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

test.each([
  [undefined, false, true],
  ['{"fillsWindow":true}', true, true],
  ['{"hasLetterKeys":false,"fillsWindow":"yes"}', false, false],
  ['null', false, true],
  ['{', false, true],
])('stored data of %s is read without unknown fields', (text, fillsWindow, hasLetterKeys) => {
  expect(parsePreferences(text)).toEqual({ fillsWindow, knowsFill: false, magicBrush: true, hasLetterKeys });
});
