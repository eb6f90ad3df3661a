import { expect, test } from 'vitest';
import { expressionsOfProduct, isSuperLinear } from './expressions.ts';

test('no regular expression of the product takes more than linear time', () => {
  const expressions = expressionsOfProduct();
  expect(expressions.length).toBeGreaterThan(150);
  expect(expressions.filter(isSuperLinear).map(({ at, source }) => `${at} /${source}/`)).toEqual([]);
});

test.for([/\/+$/, /\s*;\s*/, /(a+)+$/, /([\w-]+)-preview$/])('finds %s', ({ source, flags }) => {
  expect(isSuperLinear({ source, flags })).toBe(true);
});
