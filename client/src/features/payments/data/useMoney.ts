import { tagOf } from '@clearcut/schemas/languages';
import { useTranslation } from 'react-i18next';
import { formatMoney } from './money.ts';

export interface MoneyFormat {
  /** Minor units of a currency. */
  readonly money: (minor: number, currency: string) => string;
  /** The day of an ISO date, in words. */
  readonly day: (iso: string) => string;
}

/** Amounts and days in the person's language. */
export function useMoney(): MoneyFormat {
  const { language } = useTranslation().i18n;
  const day = new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long' });
  return {
    money: (minor, currency) => formatMoney(minor, currency, language),
    day: (iso) => day.format(new Date(iso)),
  };
}
