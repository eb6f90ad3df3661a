import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonth, DAY } from './money.ts';

const seconds = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
const dayOf = (moment: number): string => new Date(moment * 1000).toISOString().slice(0, 10);

/** First days of a subscription's periods. */
function periods(start: string, months: number): string[] {
  const anchorDay = Number(start.slice(-2));
  let moment = seconds(start);
  return Array.from({ length: months }, () => dayOf((moment = addMonth(moment, anchorDay))));
}

test('periods from the 31st begin on the last day of shorter months, and on the 31st again after them', () => {
  expect(periods('2026-01-31', 5)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']);
  expect(periods('2028-01-31', 2)).toEqual(['2028-02-29', '2028-03-31']);
  expect(periods('2026-12-30', 3)).toEqual(['2027-01-30', '2027-02-28', '2027-03-30']);
});

test('a month has 28 to 31 days, and no day is skipped or repeated', () => {
  const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const start = Math.floor(date.getTime() / 1000);
      const after = addMonth(start, date.getUTCDate());
      expect(after - start).toBeGreaterThanOrEqual(28 * DAY);
      expect(after - start).toBeLessThanOrEqual(31 * DAY);
      expect(after % DAY).toBe(start % DAY);
    }),
  );
});
