import type { Snapshot } from '@clearcut/platform/payments/port';
import type { BillingState } from './state.ts';

export interface PendingActions {
  readonly end: readonly string[];
  readonly refund: readonly string[];
  readonly withdraw: readonly string[];
}

/** Derived from log and snapshot at each observation until done, so it survives crashes and outages of the provider. */
export function pendingActionsOf(state: BillingState, { invoices }: Snapshot): PendingActions {
  const { refusedTrial, checkout } = state;
  const disputed = [...state.disputes.values()]
    .filter(({ outcome }) => outcome !== 'returned')
    .map(({ subscriptionId }) => subscriptionId);
  return {
    // A disputed payment would be charged, and disputed, again.
    end: [...state.subscriptions.keys()].filter(
      (id) => state.isClosed || id === refusedTrial?.subscriptionId || disputed.includes(id),
    ),
    refund: invoices
      .filter(({ id, refunds, disputes }) => id === refusedTrial?.invoiceId && refunds.length + disputes.length === 0)
      .map(({ id }) => id),
    // The provider voids unpaid first invoices of subscriptions, but not one-off purchases.
    withdraw: invoices
      .filter(
        ({ status, subscriptionId, attemptId }) =>
          status === 'open' && subscriptionId === null && attemptId !== null && attemptId !== checkout?.attemptId,
      )
      .map(({ id }) => id),
  };
}

export const hasPendingActions = ({ end, refund, withdraw }: PendingActions): boolean =>
  end.length + refund.length + withdraw.length > 0;
