import { directionOf, isTranslated } from '../languages.ts';

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

/** Decimals of the payment provider's minor units. */
export function minorDigitsOf(currency: string): number {
  const code = currency.toLowerCase();
  return WITHOUT_MINOR.has(code) ? 0 : IN_THOUSANDTHS.has(code) ? 3 : 2;
}

export function writeAmount(format: Intl.NumberFormat, value: number, language: string): string {
  if (!isTranslated(language) || directionOf(language) === 'ltr') return format.format(value);
  return format
    .formatToParts(value)
    .map(({ type, value: part }) => (type === 'currency' && /[A-Z]/.test(part) ? `\u2066${part}\u2069` : part))
    .join('');
}
