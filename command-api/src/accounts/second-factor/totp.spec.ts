import { expect, test } from 'vitest';
import { enrolment, newSecret, stepOf } from './totp.ts';

/** RFC 6238, appendix B, SHA-1; the last six of its eight digits. */
const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [2_000_000_000, '279037'],
])('at %i s the code is %s', (seconds, code) => {
  expect(stepOf(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

test('a code is valid in its own and the neighbouring periods only', () => {
  const at = (seconds: number) => stepOf(secret, '287082', new Date(seconds * 1000));
  expect([at(29), at(89), at(95), at(120)]).toEqual([1, 1, undefined, undefined]);
  expect(stepOf(secret, '000000', new Date(59_000))).toBeUndefined();
});

test('an authenticator app gets the secret as text and as an inert picture', () => {
  const { secret: text, qr } = enrolment(secret, 'ann@example.com');
  expect(text).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(qr).toMatch(/^<svg [^>]*viewBox/);
  expect(qr).not.toContain('script');
  expect(newSecret()).toHaveLength(20);
});
