import type { Snapshot } from '@clearcut/platform/payments/port';
import type { BillingState } from './state.ts';

/** What the next process that looks at a team has to do at the provider. */
export interface Duties {
  /** Subscriptions that end at once. */
  readonly end: readonly string[];
  /** Invoices whose payment is given back. */
  readonly refund: readonly string[];
  /** Invoices that wait for a payment which was given up. */
  readonly withdraw: readonly string[];
}

/**
 * What log and snapshot together say is still to be done. It is found again at each look until it is done, so neither a process that
 * dies nor a provider that is out of reach leaves it undone.
 */
export function dutiesOf(state: BillingState, { invoices }: Snapshot): Duties {
  const { refusedTrial, checkout } = state;
  const disputed = [...state.disputes.values()]
    .filter(({ outcome }) => outcome !== 'returned')
    .map(({ subscriptionId }) => subscriptionId);
  return {
    // A payment that was disputed would be charged, and disputed, again.
    end: [...state.subscriptions.keys()].filter(
      (id) => state.isClosed || id === refusedTrial?.subscriptionId || disputed.includes(id),
    ),
    refund: invoices
      .filter(({ id, refunds, disputes }) => id === refusedTrial?.invoiceId && refunds.length + disputes.length === 0)
      .map(({ id }) => id),
    // The provider itself gives up the unpaid start of a subscription, and not what is bought once.
    withdraw: invoices
      .filter(
        ({ status, subscriptionId, attemptId }) =>
          status === 'open' && subscriptionId === null && attemptId !== null && attemptId !== checkout?.attemptId,
      )
      .map(({ id }) => id),
  };
}

export const hasDuties = ({ end, refund, withdraw }: Duties): boolean =>
  end.length + refund.length + withdraw.length > 0;
