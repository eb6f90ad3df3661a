/** The same day and time a month later; the last day of the month where it has no such day, as the provider has it. */
export const monthAfter = (date: Date): Date => shifted(date, 1);

/** The same day and time a month before; the last day of the month where it has no such day. */
export const monthBefore = (date: Date): Date => shifted(date, -1);

function shifted(date: Date, months: number): Date {
  const shifted = new Date(date);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  shifted.setUTCMonth(date.getUTCMonth() + months, Math.min(date.getUTCDate(), last));
  return shifted;
}
