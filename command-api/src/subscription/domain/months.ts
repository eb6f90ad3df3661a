/** Same day and time, clamped to the last day of the month, like the provider. */
export const monthAfter = (date: Date): Date => shifted(date, 1);

export const monthBefore = (date: Date): Date => shifted(date, -1);

function shifted(date: Date, months: number): Date {
  const shifted = new Date(date);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  shifted.setUTCMonth(date.getUTCMonth() + months, Math.min(date.getUTCDate(), last));
  return shifted;
}
