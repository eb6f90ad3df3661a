import { expect, test } from 'vitest';
import { monthAfter, monthBefore } from './months.ts';

const at = (day: string): Date => new Date(`${day}T10:20:30.000Z`);

test.for([
  ['2026-01-15', '2026-02-15'],
  ['2026-01-31', '2026-02-28'],
  ['2028-01-31', '2028-02-29'],
  ['2026-03-31', '2026-04-30'],
  ['2026-12-31', '2027-01-31'],
] as const)('a month after %s is %s', ([day, after]) => {
  expect(monthAfter(at(day))).toEqual(at(after));
});

test.for([
  ['2026-03-15', '2026-02-15'],
  // Regression: gave 3 March, so an upgrade was computed for a period of 28 days.
  ['2026-03-31', '2026-02-28'],
  ['2028-03-31', '2028-02-29'],
  ['2026-01-31', '2025-12-31'],
] as const)('a month before %s is %s', ([day, before]) => {
  expect(monthBefore(at(day))).toEqual(at(before));
});
