import { directionOf, isTranslated } from '../languages.ts';

export function writeAmount(format: Intl.NumberFormat, value: number, language: string): string {
  if (!isTranslated(language) || directionOf(language) === 'ltr') return format.format(value);
  return format
    .formatToParts(value)
    .map(({ type, value: part }) => (type === 'currency' && /[A-Z]/.test(part) ? `\u2066${part}\u2069` : part))
    .join('');
}
