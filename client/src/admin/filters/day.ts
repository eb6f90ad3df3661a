/** What a day of the person's own calendar is in a filter: the moment at which it begins, or at which the next one does. */
export type Edge = 'start' | 'end';

/** @param day as a date field has it, 2026-11-21 @returns ISO 8601; undefined for what is no day */
export function momentOfDay(day: string, edge: Edge): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  // Not by the constructor: it takes the year 20, which a person who types 2026 comes past, for 1920.
  const moment = new Date(2000, 0, 1);
  moment.setFullYear(year, month - 1, edge === 'start' ? date : date + 1);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The day that `momentOfDay` makes `moment` of; empty when there is none. */
export function dayOfMoment(moment: string | null | undefined, edge: Edge): string {
  if (moment === null || moment === undefined || moment === '') return '';
  const day = new Date(moment);
  if (edge === 'end') day.setDate(day.getDate() - 1);
  const year = String(day.getFullYear()).padStart(4, '0');
  return [year, day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Whether `moment` is of a year with four digits: ISO 8601 begins any other, such as one that is being typed, with a zero or a sign. */
export const isOfWholeYear = (moment: string): boolean => /^[1-9]/.test(moment);
