import { expect, test } from 'vitest';
import { chartDays, periodOf, sinceFirst, stepPath } from './chart.ts';

const now = new Date('2026-11-23T14:00:00Z');

test.each([
  ['without a plan it covers the last 30 days', null, '2026-11-23', '2026-10-25', '2026-11-24'],
  ['with a plan it covers the month that ends with its period', '2026-12-10', '2026-11-23', '2026-11-10', '2026-12-11'],
  ['a month without that day begins on its last', '2027-03-31', '2027-03-15', '2027-02-28', '2027-04-01'],
  ['it never begins on a future day', '2027-03-31', '2026-11-23', '2026-11-23', '2027-04-01'],
])('%s', (_what, end, today, from, to) => {
  expect(periodOf(end && `${end}T08:00:00.000Z`, new Date(`${today}T14:00:00Z`))).toEqual({
    from: `${from}T00:00:00.000Z`,
    to: `${to}T00:00:00.000Z`,
  });
});

test('regression: without a plan the chart began weeks before the team was made', () => {
  const period = periodOf(null, now);
  const grant = { day: '2026-11-22', granted: 3, spent: 0, ended: 0, takenBack: 0 };
  expect(sinceFirst(period, [grant, { ...grant, day: '2026-11-23' }])).toEqual({
    from: '2026-11-22T00:00:00.000Z',
    to: '2026-11-24T00:00:00.000Z',
  });
  expect(sinceFirst(period, []).from).toBe('2026-11-23T00:00:00.000Z');
});

test('each day up to today shows what came in and went out', () => {
  const period = { from: '2026-11-21T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
  const days = [
    { day: '2026-11-21', granted: 200, spent: 3, ended: 0, takenBack: 0 },
    { day: '2026-11-23', granted: 0, spent: 2, ended: 0, takenBack: 0 },
  ];
  expect(chartDays(days, period, now)).toEqual([
    { day: '2026-11-21', granted: 200, spent: 3, takenBack: 0 },
    { day: '2026-11-22', granted: 200, spent: 3, takenBack: 0 },
    { day: '2026-11-23', granted: 200, spent: 5, takenBack: 0 },
  ]);
});

test('a line rises in steps and never falls below the axis', () => {
  expect(stepPath([0, 50, 100], 100, 4)).toBe('M0.00,100V100.00H25.00V50.00H50.00V0.00H75.00');
  expect(stepPath([-3], 0, 1)).toBe('M0.00,100V100.00H100.00');
});
