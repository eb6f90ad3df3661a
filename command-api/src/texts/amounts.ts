import { type Language, tagOf } from '@clearcut/schemas/languages';

/** `$29.00` for 2900 and `usd`: an amount in minor units, as the language writes it. */
export function money(minor: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(tagOf(language), { style: 'currency', currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** The day of a moment (ISO 8601) in UTC, as the language writes it. */
export const day = (moment: string, language: Language): string =>
  new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
