import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

test.each([
  [undefined, false, true],
  ['{"fillsWindow":true}', true, true],
  ['{"hasLetterKeys":false,"fillsWindow":"yes"}', false, false],
  ['null', false, true],
  ['{', false, true],
])('what is stored as %s is read, and what is not ours in it left out', (text, fillsWindow, hasLetterKeys) => {
  expect(parsePreferences(text)).toEqual({ fillsWindow, knowsFill: false, magicBrush: true, hasLetterKeys });
});
