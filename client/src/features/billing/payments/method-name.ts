import { tagOf } from '@clearcut/schemas/languages';
import type { PaymentMethod } from '@clearcut/schemas/subscription/http';
import { useTranslation } from 'react-i18next';

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** "Visa ending in 4242". */
export function useMethodName(): (method: PaymentMethod) => string {
  const { t } = useTranslation('payments');
  return ({ type, brand, last4 }) =>
    type === 'paypal'
      ? 'PayPal'
      : t('method.card', { brand: BRANDS[brand ?? ''] ?? t('method.unknown'), last4: last4 ?? '····' });
}

export function useExpiry(): (method: PaymentMethod) => string | undefined {
  const { t, i18n } = useTranslation('payments');
  const format = new Intl.DateTimeFormat(tagOf(i18n.language), { month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  return ({ expMonth, expYear }) =>
    expMonth === null || expYear === null
      ? undefined
      : t('method.expires', { date: format.format(Date.UTC(expYear, expMonth - 1, 1)) });
}
