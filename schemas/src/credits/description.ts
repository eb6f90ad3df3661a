import type { CreditPoolEvent, ExpiryCause, GrantCause } from './events.ts';

/** Keys of the client's texts. */
export const LEDGER_DESCRIPTION_TYPES = [
  'payment',
  'pack',
  'operator_grant',
  'starter_credits',
  'hd_save',
  'failed_save',
  'period_ended',
  'rolled_over',
  'subscription_ended',
  'payment_refunded',
  'payment_disputed',
  'credits_returned',
  'staff_adjustment',
] as const;
export type LedgerDescriptionType = (typeof LEDGER_DESCRIPTION_TYPES)[number];

const GRANTS: Readonly<Record<GrantCause['kind'], LedgerDescriptionType>> = {
  payment: 'payment',
  pack: 'pack',
  operator: 'operator_grant',
  starter: 'starter_credits',
  returned: 'credits_returned',
};
const EXPIRIES: Readonly<Record<ExpiryCause['kind'], LedgerDescriptionType>> = {
  'period-ended': 'period_ended',
  'rolled-over': 'rolled_over',
  'subscription-ended': 'subscription_ended',
};
const CLAWBACKS = { refunded: 'payment_refunded', disputed: 'payment_disputed' } as const;

export function descriptionOf({ type, data }: CreditPoolEvent): LedgerDescriptionType {
  switch (type) {
    case 'CreditsGranted':
      return GRANTS[data.cause.kind];
    case 'CreditsSpent':
      return 'hd_save';
    case 'CreditsRefunded':
      return 'failed_save';
    case 'CreditsExpired':
      return EXPIRIES[data.cause.kind];
    case 'CreditsClawedBack':
      return CLAWBACKS[data.reason];
    case 'CreditsAdjusted':
      return 'staff_adjustment';
  }
}
