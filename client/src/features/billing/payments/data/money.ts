import { tagOf } from '@clearcut/schemas/languages';
import { minorDigitsOf, writeAmount } from '@clearcut/schemas/text/money';

/**
 * Localised amount.
 * @param minor minor units, as counted by the payment provider
 * @param currency ISO 4217
 */
export function formatMoney(minor: number, currency: string, language: string): string {
  const digits = minorDigitsOf(currency);
  const isWhole = minor % 10 ** digits === 0;
  const format = new Intl.NumberFormat(tagOf(language), {
    style: 'currency',
    currency,
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: digits,
  });
  return writeAmount(format, minor / 10 ** digits, language);
}
