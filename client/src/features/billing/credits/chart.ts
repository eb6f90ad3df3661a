import type { LedgerDay } from '@clearcut/schemas/credits/http';
import { DAY_MS } from '../../../lib/durations.ts';

export interface Period {
  /** Inclusive, start of day, UTC. */
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

/** Running sums since the start of a period, at the end of each day. */
export interface ChartDay {
  readonly day: string;
  readonly granted: number;
  readonly spent: number;
  readonly takenBack: number;
}

/**
 * The month that ends with the plan's period, else the last 30 days.
 * @param end of the plan's period; null without one
 */
export function periodOf(end: string | null, now: Date): Period {
  if (end === null) return { from: dayStart(now.getTime() - 29 * DAY_MS), to: dayStart(now.getTime() + DAY_MS) };
  const start = new Date(end);
  start.setUTCDate(1);
  start.setUTCMonth(start.getUTCMonth() - 1);
  const days = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
  start.setUTCDate(Math.min(new Date(end).getUTCDate(), days));
  // A trial lasts a week, and the plan may have begun before this month: never start in the future.
  const from = Math.min(start.getTime(), now.getTime());
  return { from: dayStart(from), to: dayStart(Math.max(Date.parse(end), now.getTime()) + DAY_MS) };
}

/** The period without the days before the team's first line in it, such as those before it was made. */
export function sinceFirst(period: Period, days: readonly LedgerDay[]): Period {
  const lastDay = Date.parse(period.to) - DAY_MS;
  return { ...period, from: dayStart(Math.min(lastDay, ...days.map(({ day }) => Date.parse(day)))) };
}

const dayStart = (ms: number): string => new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString();

/** One entry per day up to today; days without a ledger line repeat the previous one. */
export function chartDays(days: readonly LedgerDay[], { from, to }: Period, now: Date): ChartDay[] {
  const byDay = new Map(days.map((one) => [one.day, one]));
  const last = Math.min(Date.parse(to), now.getTime() + 1);
  const found: ChartDay[] = [];
  let [granted, spent, takenBack] = [0, 0, 0];
  for (let at = Date.parse(from); at < last; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    granted += byDay.get(day)?.granted ?? 0;
    spent += byDay.get(day)?.spent ?? 0;
    takenBack += byDay.get(day)?.takenBack ?? 0;
    found.push({ day, granted, spent, takenBack });
  }
  return found;
}

/** Stepped line from the left; `x` is a share of the width, `y` of the height from the top. */
export function stepPath(values: readonly number[], most: number, slots: number): string {
  const y = (value: number): string => (100 - (Math.max(0, value) / Math.max(1, most)) * 100).toFixed(2);
  const x = (slot: number): string => ((slot / Math.max(1, slots)) * 100).toFixed(2);
  return values.map((value, slot) => `${slot === 0 ? `M${x(0)},100V` : 'V'}${y(value)}H${x(slot + 1)}`).join('');
}
