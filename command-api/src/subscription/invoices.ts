import type { Tx } from '@clearcut/platform/database/database';
import type { InvoiceFacts, Snapshot } from '@clearcut/platform/payments/port';
import { sumTakenBack } from '@clearcut/projections/ledger/queries';
import type { Invoice } from '@clearcut/schemas/subscription/http';
import { priceOf, purchaseOf } from './domain/credit-rules.ts';
import type { BillingState } from './domain/state.ts';

/** Invoices with the state of their payments, newest first. */
export async function shownInvoices(
  database: Tx,
  teamId: string,
  { snapshot, state }: { readonly snapshot: Snapshot; readonly state: BillingState },
): Promise<Invoice[]> {
  const takenBack = await sumTakenBack(database, teamId);
  return snapshot.invoices
    .flatMap((invoice) => {
      const { id, number, status, total, currency, createdAt, subscriptionId, url, pdf } = invoice;
      if (status === 'draft') return [];
      const { reason, credits, from, to } = purchaseOf(invoice, snapshot);
      return {
        id,
        number,
        status,
        paymentStatus: paymentStatusOf(invoice),
        total,
        refunded: refundedOf(invoice),
        currency,
        date: createdAt.toISOString(),
        reason,
        price: priceOf(invoice),
        periodStart: from.toISOString(),
        periodEnd: to.toISOString(),
        credits: state.paid.get(id)?.credits ?? credits,
        creditsTakenBack: takenBack.get(id) ?? 0,
        isPlanRunning: subscriptionId === null ? null : state.subscriptions.has(subscriptionId),
        url,
        pdf,
      };
    })
    .toReversed();
}

const refundedOf = ({ refunds }: InvoiceFacts): number =>
  refunds.reduce((sum, { amount, hasFailed }) => sum + (hasFailed ? 0 : amount), 0);

export function paymentStatusOf(invoice: InvoiceFacts): Invoice['paymentStatus'] {
  const { status, disputes, isProcessing, hasFailed, needsAction, total } = invoice;
  if (status === 'void' || status === 'uncollectible') return 'canceled';
  if (status !== 'paid') {
    if (isProcessing) return 'processing';
    return hasFailed || needsAction ? 'requires_action' : 'pending';
  }
  if (disputes.some(({ outcome }) => outcome !== 'won')) return 'disputed';
  const refunded = refundedOf(invoice);
  if (refunded === 0) return 'paid';
  return refunded < total ? 'partially_refunded' : 'refunded';
}
