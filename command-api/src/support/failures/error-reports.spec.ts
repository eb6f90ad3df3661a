import { expect, test } from 'vitest';
import { createAllowance } from './error-reports.ts';

test('one network stores 120 reports a minute, leaving room for others', () => {
  let now = 0;
  const isLeft = createAllowance(() => now);
  const kept = (address: string) => Array.from({ length: 500 }, () => isLeft(address)).filter(Boolean).length;
  expect(kept('192.0.2.1')).toBe(120);
  expect([kept('2001:db8:1:2::1'), kept('2001:db8:1:2::2')]).toEqual([120, 0]);
  now += 60_000;
  expect(kept('192.0.2.1')).toBe(120);
});

test('all networks together store 600 reports a minute', () => {
  const isLeft = createAllowance(() => 0);
  const kept = Array.from({ length: 5_000 }, (_, index) => isLeft(`10.0.${index >> 8}.${index & 255}`)).filter(Boolean);
  expect(kept.length).toBe(600);
});
