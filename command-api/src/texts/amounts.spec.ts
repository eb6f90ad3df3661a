import { expect, test } from 'vitest';
import { money } from './amounts.ts';

const written = (minor: number, currency: string): string => money(minor, currency, 'en').replaceAll('\u00a0', ' ');

test('regression: amounts have the decimals of the payment provider, not those of the formatter', () => {
  expect(written(2900, 'usd')).toBe('$29.00');
  expect(written(990_000, 'huf')).toBe('HUF 9,900.00');
  expect(written(2900, 'jpy')).toBe('¥2,900');
  expect(written(1500, 'kwd')).toBe('KWD 1.500');
});
