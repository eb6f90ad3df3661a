import { dateTagOf } from '@clearcut/schemas/languages';
import { useTranslation } from 'react-i18next';
import { formatMoney } from './money.ts';

export interface MoneyFormat {
  /** `minor`: minor units. */
  readonly money: (minor: number, currency: string) => string;
  readonly day: (iso: string) => string;
  readonly days: (from: string, to: string) => string;
}

export function useMoney(): MoneyFormat {
  const { language } = useTranslation().i18n;
  const day = new Intl.DateTimeFormat(dateTagOf(language), { dateStyle: 'long' });
  const short = new Intl.DateTimeFormat(dateTagOf(language), { dateStyle: 'medium' });
  return {
    money: (minor, currency) => formatMoney(minor, currency, language),
    days: (from, to) => short.formatRange(new Date(from), new Date(to)),
    day: (iso) => day.format(new Date(iso)),
  };
}
