import { tagOf } from '@clearcut/schemas/languages';
import { useTranslation } from 'react-i18next';
import { formatMoney } from './money.ts';

export interface MoneyFormat {
  /** `minor`: minor units. */
  readonly money: (minor: number, currency: string) => string;
  readonly day: (iso: string) => string;
}

export function useMoney(): MoneyFormat {
  const { language } = useTranslation().i18n;
  const day = new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long' });
  return {
    money: (minor, currency) => formatMoney(minor, currency, language),
    day: (iso) => day.format(new Date(iso)),
  };
}
