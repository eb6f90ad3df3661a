import type { DayFigures, SignUpCount } from '@clearcut/schemas/support/figures-http';
import { DAY_MS } from '../../../lib/durations.ts';

/** UTC, oldest first, including today. */
export function lastDays(count: number, now: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** One value per day; 0 without any. */
export function perDay(
  days: readonly string[],
  figures: readonly DayFigures[],
  of: (day: DayFigures) => number,
): number[] {
  const byDay = new Map(figures.map((figure) => [figure.day, of(figure)]));
  return days.map((day) => byDay.get(day) ?? 0);
}

/** Most sign-ups first, with one value per day. */
export function bySource(
  days: readonly string[],
  counts: readonly SignUpCount[],
): { readonly source: string; readonly sum: number; readonly values: number[] }[] {
  const sources = Map.groupBy(
    counts.filter(({ day }) => days.includes(day)),
    ({ source }) => source,
  );
  return [...sources]
    .map(([source, own]) => {
      const byDay = new Map(own.map(({ day, count }) => [day, count]));
      return {
        source,
        sum: own.reduce((sum, { count }) => sum + count, 0),
        values: days.map((day) => byDay.get(day) ?? 0),
      };
    })
    .toSorted((a, b) => b.sum - a.sum || a.source.localeCompare(b.source));
}
