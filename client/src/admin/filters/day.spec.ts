import { expect, test } from 'vitest';
import { dayOfMoment, isOfWholeYear, momentOfDay } from './day.ts';

test('a day begins at its midnight and ends with the next one', () => {
  expect(momentOfDay('2026-11-30', 'start')).toBe(new Date(2026, 10, 30).toISOString());
  expect(momentOfDay('2026-11-30', 'end')).toBe(new Date(2026, 11, 1).toISOString());
});

test.each(['2026-01-01', '2026-03-29', '2024-02-29', '2026-12-31'])('%s survives a round trip', (day) => {
  expect(dayOfMoment(momentOfDay(day, 'start'), 'start')).toBe(day);
  expect(dayOfMoment(momentOfDay(day, 'end'), 'end')).toBe(day);
});

test('an invalid day has no timestamp', () => {
  expect(momentOfDay('', 'start')).toBeUndefined();
  expect(dayOfMoment(undefined, 'end')).toBe('');
  expect(dayOfMoment(null, 'end')).toBe('');
});

test('regression: a half-typed year stays in the field and filters nothing', () => {
  for (const edge of ['start', 'end'] as const) {
    for (const day of ['0002-10-01', '0020-10-01', '0202-10-01', '20266-10-01', '2026-10-01']) {
      const moment = momentOfDay(day, edge) ?? '';
      expect(dayOfMoment(moment, edge)).toBe(day);
      expect(isOfWholeYear(moment), day).toBe(day === '2026-10-01');
    }
  }
});
