import { expect, test } from 'vitest';
import { bySource, lastDays, perDay } from './sums.ts';

const days = lastDays(3, Date.parse('2026-03-01T10:00:00Z'));

test('the last days end with today, across the end of a month', () => {
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});

test('a day without figures counts as zero', () => {
  const figures = [{ day: '2026-02-28', pictures: 4, saves: 1, sold: 200, spent: 3 }];
  expect(perDay(days, figures, ({ pictures }) => pictures)).toEqual([0, 4, 0]);
});

test('adds up sign-ups by source, most first, without earlier days', () => {
  const counts = [
    { day: '2026-02-01', source: 'direct', count: 9 },
    { day: '2026-02-27', source: 'direct', count: 1 },
    { day: '2026-02-28', source: 'news', count: 2 },
    { day: '2026-03-01', source: 'news', count: 1 },
  ];
  expect(bySource(days, counts)).toEqual([
    { source: 'news', sum: 3, values: [0, 2, 1] },
    { source: 'direct', sum: 1, values: [1, 0, 0] },
  ]);
});
