import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

test.each([
  [2900, 'usd', 'en', '$29'],
  [2950, 'USD', 'en', '$29.50'],
  [0, 'eur', 'en', '€0'],
  [-150, 'eur', 'en', '-€1.50'],
  [2900, 'jpy', 'en', '¥2,900'],
  [1500, 'kwd', 'en', 'KWD 1.500'],
  [2950, 'eur', 'es', '29,50 €'],
  [2900, 'usd', 'ar', '\u200f29 \u2066US$\u2069'],
  [2950, 'gbp', 'ar', '\u200f29.50 \u2066UK£\u2069'],
])('%d of %s in %s is %s', (minor, currency, language, text) => {
  expect(formatMoney(minor, currency, language).replaceAll('\u00a0', ' ')).toBe(text);
});
