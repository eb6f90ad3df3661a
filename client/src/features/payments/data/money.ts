import { tagOf } from '@clearcut/schemas/languages';
/** Stripe's currencies without a minor unit (docs.stripe.com/currencies): `Intl` counts some of them differently. */
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
 * An amount in a person's language.
 * @param minor in the currency's minor unit, as the payment provider counts
 * @param currency ISO 4217
 */
export function formatMoney(minor: number, currency: string, language: string): string {
  const code = currency.toLowerCase();
  const digits = WITHOUT_MINOR.has(code) ? 0 : IN_THOUSANDTHS.has(code) ? 3 : 2;
  const isWhole = minor % 10 ** digits === 0;
  return new Intl.NumberFormat(tagOf(language), {
    style: 'currency',
    currency: code,
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(minor / 10 ** digits);
}
