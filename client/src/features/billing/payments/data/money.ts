import { tagOf } from '@clearcut/schemas/languages';
import { writeAmount } from '@clearcut/schemas/text/money';

/** Stripe's zero-decimal currencies (docs.stripe.com/currencies); `Intl` counts some differently. */
const WITHOUT_MINOR = new Set([
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
]);
const IN_THOUSANDTHS = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

/**
 * Localised amount.
 * @param minor minor units, as counted by the payment provider
 * @param currency ISO 4217
 */
export function formatMoney(minor: number, currency: string, language: string): string {
  const code = currency.toLowerCase();
  const digits = WITHOUT_MINOR.has(code) ? 0 : IN_THOUSANDTHS.has(code) ? 3 : 2;
  const isWhole = minor % 10 ** digits === 0;
  const format = new Intl.NumberFormat(tagOf(language), {
    style: 'currency',
    currency: code,
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: digits,
  });
  return writeAmount(format, minor / 10 ** digits, language);
}
