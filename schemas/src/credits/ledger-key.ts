import type { CreditPoolEvent, ExpiryCause, GrantCause } from './events.ts';

/**
 * Unique key of a ledger line. A grant, expiry or adjustment happens once for its key; a save is spent once and
 * refunded once; a claw-back takes once and returns once. Event ids derive from keys, so keys never change.
 */
export const ledgerKey = {
  grant(cause: GrantCause): string {
    switch (cause.kind) {
      case 'payment':
      case 'pack':
        return ledgerKey.payment(cause.paymentId);
      case 'operator':
        return `grant:operator:${cause.key}`;
      case 'starter':
        return 'grant:starter';
      case 'returned':
        return ledgerKey.clawback(cause.clawbackId);
    }
  },
  payment: (paymentId: string): string => `grant:payment:${paymentId}`,
  save: (saveId: string): string => `save:${saveId}`,
  expiry(cause: ExpiryCause): string {
    switch (cause.kind) {
      case 'period-ended':
        return `expiry:${cause.paymentId}`;
      case 'rolled-over':
        return `expiry:rollover:${cause.paymentId}`;
      case 'subscription-ended':
        return `expiry:ended:${cause.subscriptionId}`;
    }
  },
  clawback: (clawbackId: string): string => `clawback:${clawbackId}`,
  adjustment: (adjustmentId: string): string => `adjustment:${adjustmentId}`,
};

export function ledgerKeyOf({ type, data }: CreditPoolEvent): string {
  switch (type) {
    case 'CreditsGranted':
      return ledgerKey.grant(data.cause);
    case 'CreditsSpent':
    case 'CreditsRefunded':
      return ledgerKey.save(data.saveId);
    case 'CreditsExpired':
      return ledgerKey.expiry(data.cause);
    case 'CreditsClawedBack':
      return ledgerKey.clawback(data.clawbackId);
    case 'CreditsAdjusted':
      return ledgerKey.adjustment(data.adjustmentId);
  }
}
