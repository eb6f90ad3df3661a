import { dateTagOf, type Language, tagOf } from '@clearcut/schemas/languages';
import { minorDigitsOf, writeAmount } from '@clearcut/schemas/text/money';

/** `$29.00` for 2900 and `usd`, localised. */
export function money(minor: number, currency: string, language: Language): string {
  const digits = minorDigitsOf(currency);
  const format = new Intl.NumberFormat(tagOf(language), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return writeAmount(format, minor / 10 ** digits, language);
}

/** UTC day of an ISO 8601 time, localised. */
export const day = (moment: string, language: Language): string =>
  new Intl.DateTimeFormat(dateTagOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
