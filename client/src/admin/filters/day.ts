/** The moment at which a day, or the next one, begins in the person's own calendar. */
export type Edge = 'start' | 'end';

/** @param day from a date field: 2026-11-21 @returns ISO 8601; undefined for an invalid day */
export function momentOfDay(day: string, edge: Edge): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  // The constructor would read the year 20, typed on the way to 2026, as 1920.
  const moment = new Date(2000, 0, 1);
  moment.setFullYear(year, month - 1, edge === 'start' ? date : date + 1);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

export function dayOfMoment(moment: string | null | undefined, edge: Edge): string {
  if (moment === null || moment === undefined || moment === '') return '';
  const day = new Date(moment);
  if (edge === 'end') day.setDate(day.getDate() - 1);
  const year = String(day.getFullYear()).padStart(4, '0');
  return [year, day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** ISO 8601 begins any other year, such as a half-typed one, with a zero or a sign. */
export const isOfWholeYear = (moment: string): boolean => /^[1-9]/.test(moment);
