import { expect, test } from 'vitest';
import { typedNumber } from './typed-number.ts';

test.each([
  ['12', 12],
  [' -3.5 ', -3.5],
  ['3,5', 3.5],
  ['١٢٫٥', 12.5],
  ['-٩٠', -90],
  ['\u200E-٩٠', -90],
  ['۷', 7],
  ['', undefined],
  ['-', undefined],
  ['1x', undefined],
])('%j is %j, whichever digits a keyboard has', (text, number) => {
  expect(typedNumber(text)).toBe(number);
});
