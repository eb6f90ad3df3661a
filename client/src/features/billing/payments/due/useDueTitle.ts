import type { Due } from '@clearcut/schemas/subscription/http';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../data/useMoney.ts';

/** "Payment failed: $29 for Starter". */
export function useDueTitle({ amount, currency, price, needsAction }: Due): string {
  const { t } = useTranslation(['due', 'payments']);
  const { money } = useMoney();
  if (amount === null || currency === null || price === null) return t('due:title.unknown');
  return t(needsAction ? 'due:title.action' : 'due:title.failed', {
    amount: money(amount, currency),
    plan: t(`payments:plan.${price}`),
  });
}
