import { expect, test } from 'vitest';
import { strengthOf } from './strength.ts';

test.each([
  ['aaaaaaaa', 'weak'],
  ['12345678', 'weak'],
  ['17031984', 'weak'],
  ['correct-horse-7', 'strong'],
  ['x'.repeat(20_000), 'weak'],
] as const)('%.20s is %s', (password, strength) => {
  expect(strengthOf(password, [])).toBe(strength);
});

test('personal details make a password weaker', () => {
  expect(strengthOf('augusta.king', [])).not.toBe('weak');
  expect(strengthOf('augusta.king', ['augusta.king'])).toBe('weak');
});
