import type { CreditPoolEvent, GrantCause } from './events.ts';

/**
 * What a line of the ledger is about. A grant, an expiry and an adjustment happen once for their key; a save is spent once and
 * refunded once. Keys stand in read models and ids of events derive from them: they never change.
 */
export const ledgerKey = {
  grant: (cause: GrantCause): string =>
    cause.kind === 'payment' ? `grant:payment:${cause.paymentId}` : `grant:operator:${cause.key}`,
  save: (saveId: string): string => `save:${saveId}`,
  expiry: (paymentId: string): string => `expiry:${paymentId}`,
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
      return ledgerKey.expiry(data.cause.paymentId);
    case 'CreditsAdjusted':
      return ledgerKey.adjustment(data.adjustmentId);
  }
}
