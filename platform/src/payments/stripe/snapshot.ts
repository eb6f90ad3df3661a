import { cardErrorOf } from '@clearcut/schemas/subscription/card-errors';
import { CHECKOUT_EXPIRES_MS, type PriceName } from '@clearcut/schemas/subscription/prices';
import type { Stripe } from 'stripe';
import type { InvoiceFacts, InvoiceLineFacts, Price, Snapshot, SubscriptionFacts } from '../port.ts';
import { OUR_SOURCE } from './names.ts';
import type { PriceList } from './price-list.ts';

/** Per kind. */
const MAX_OBJECTS = 1_000;
const DAY_SECONDS = 24 * 60 * 60;

type Prices = ReadonlyMap<string, Price>;

const dateOf = (seconds: number): Date => new Date(seconds * 1000);
const dateOrNull = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? dateOf(seconds) : null;
const idOf = (object: string | { readonly id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

/** By customer: Stripe's search lags behind. */
export async function readSnapshot(
  stripe: Stripe,
  customerId: string,
  { list, retryDays }: { readonly list: PriceList; readonly retryDays: number },
): Promise<Snapshot> {
  const of = { customer: customerId, limit: 100 };
  const all = { limit: MAX_OBJECTS };
  const [customer, invoices] = await Promise.all([
    stripe.customers.retrieve(customerId),
    stripe.invoices.list({ ...of, expand: ['data.payments'] }).autoPagingToArray(all),
  ]);
  // After the invoices: a payment must not appear without its card.
  const [charges, subscriptions] = await Promise.all([
    chargesOf(stripe, of),
    stripe.subscriptions.list({ ...of, status: 'all', expand: ['data.schedule'] }).autoPagingToArray(all),
  ]);
  const { byId: prices } = await list.including(pricesIn(invoices, subscriptions));
  const disputes = await Promise.all(
    charges
      .filter(({ disputed }) => disputed)
      .map(async ({ id }) => ({ chargeId: id, disputes: (await stripe.disputes.list({ charge: id })).data })),
  );
  const facts = await Promise.all(
    invoices.map(async (invoice) => ({
      ...invoiceFacts(invoice, prices, charges, disputes),
      ...(await lastTry(stripe, invoice)),
      lapsesAt: lapseOf(invoice, subscriptions, retryDays),
    })),
  );
  return {
    currency: customer.deleted === true ? null : (customer.currency ?? null),
    subscriptions: subscriptions.map((one) => subscriptionFacts(one, prices)).sort(byAge),
    invoices: facts.sort(byAge),
  };
}

/** A charge carries its ten latest refunds. */
async function chargesOf(stripe: Stripe, of: { readonly customer: string; readonly limit: number }) {
  const charges = await stripe.charges
    .list({ ...of, expand: ['data.refunds'] })
    .autoPagingToArray({ limit: MAX_OBJECTS });
  return Promise.all(
    charges.map(async (charge) => {
      const { id, refunds } = charge;
      if (refunds?.has_more !== true) return charge;
      const data = await stripe.refunds.list({ charge: id, limit: of.limit }).autoPagingToArray({ limit: MAX_OBJECTS });
      return { ...charge, refunds: { ...refunds, data } };
    }),
  );
}

function pricesIn(invoices: readonly Stripe.Invoice[], subscriptions: readonly Stripe.Subscription[]): string[] {
  return [
    ...subscriptions.flatMap(({ items }) => items.data.map(({ price }) => price.id)),
    ...invoices.flatMap(pricesOf),
  ];
}

export const pricesOf = ({ lines }: Pick<Stripe.Invoice, 'lines'>): string[] =>
  lines.data.flatMap(({ pricing }) => idOf(pricing?.price_details?.price) ?? []);

const byAge = (a: { createdAt: Date; id: string }, b: { createdAt: Date; id: string }): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

function subscriptionFacts(subscription: Stripe.Subscription, prices: Prices): SubscriptionFacts {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`Subscription ${subscription.id} has no item`);
  const periodEnd = dateOf(item.current_period_end);
  const schedule = typeof subscription.schedule === 'object' ? subscription.schedule : null;
  return {
    id: subscription.id,
    status: statusOf(subscription.status),
    price: nameOf(item.price.id, prices),
    priceId: item.price.id,
    amount: prices.get(item.price.id)?.amounts[subscription.currency] ?? null,
    itemId: item.id,
    currency: subscription.currency,
    createdAt: dateOf(subscription.created),
    periodStart: dateOf(item.current_period_start),
    periodEnd,
    trialEnd: dateOrNull(subscription.trial_end),
    // The portal sets the date, API and Dashboard the flag.
    endsAt: subscription.cancel_at_period_end ? periodEnd : dateOrNull(subscription.cancel_at),
    endedAt: dateOrNull(subscription.ended_at),
    cancelReason: subscription.cancellation_details?.comment ?? null,
    attemptId: subscription.metadata['attemptId'] ?? null,
    scheduled: scheduledOf(schedule, periodEnd, item.price.id, prices),
    scheduleId: idOf(subscription.schedule),
    // A process may have died between creating and filling it.
    isOurSchedule: schedule?.metadata?.['source'] === OUR_SOURCE || schedule?.phases.length === 1,
    hasPendingUpdate: subscription.pending_update !== null,
    latestInvoiceId: idOf(subscription.latest_invoice),
  };
}

const STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const;

function statusOf(status: string): SubscriptionFacts['status'] {
  const known = STATUSES.find((one) => one === status);
  if (known === undefined) throw new Error(`Stripe has a subscription of status ${status}, which we do not know`);
  return known;
}

const nameOf = (priceId: string, prices: Prices): PriceName | null => prices.get(priceId)?.name ?? null;

function scheduledOf(
  schedule: Stripe.SubscriptionSchedule | null,
  periodEnd: Date,
  current: string,
  prices: Prices,
): SubscriptionFacts['scheduled'] {
  if (schedule === null || (schedule.status !== 'active' && schedule.status !== 'not_started')) return null;
  const next = schedule.phases.find(({ start_date: start }) => dateOf(start) >= periodEnd);
  const priceId = idOf(next?.items[0]?.price);
  if (next === undefined || priceId === null || priceId === current) return null;
  const price = nameOf(priceId, prices);
  return price === null ? null : { price, at: dateOf(next.start_date) };
}

interface ChargeDisputes {
  readonly chargeId: string;
  readonly disputes: readonly Stripe.Dispute[];
}

function invoiceFacts(
  invoice: Stripe.Invoice,
  prices: Prices,
  charges: readonly Stripe.Charge[],
  disputes: readonly ChargeDisputes[],
): Omit<InvoiceFacts, 'needsAction' | 'isProcessing' | 'code' | 'methodId' | 'lapsesAt'> {
  const intents = new Set(intentsOf(invoice));
  const own = charges.filter(({ payment_intent: intent }) => intents.has(idOf(intent) ?? ''));
  const isOpen = invoice.status === 'open';
  return {
    id: invoice.id,
    number: invoice.number,
    url: invoice.hosted_invoice_url ?? null,
    pdf: invoice.invoice_pdf ?? null,
    status: invoiceStatus(invoice.status),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    attemptId: invoice.metadata?.['attemptId'] ?? invoice.parent?.subscription_details?.metadata?.['attemptId'] ?? null,
    currency: invoice.currency,
    total: invoice.total,
    createdAt: dateOf(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
    attempts: invoice.attempt_count,
    hasFailed: isOpen && invoice.attempt_count > 0,
    nextTryAt: isOpen ? dateOrNull(invoice.next_payment_attempt) : null,
    lines: invoice.lines.data.map((line) => lineFacts(line, prices)),
    payerFingerprint: payerOf(own.find(({ paid }) => paid)),
    card: cardOf(own.find(({ paid }) => paid)),
    refunds: own.flatMap((charge) =>
      (charge.refunds?.data ?? []).map(({ id, amount, status, created }) => {
        const hasFailed = status === 'failed' || status === 'canceled';
        return { id, amount, of: charge.amount, hasFailed, at: dateOf(created) };
      }),
    ),
    disputes: own.flatMap((charge) =>
      (disputes.find(({ chargeId }) => chargeId === charge.id)?.disputes ?? []).filter(isChargeback).map((dispute) => ({
        id: dispute.id,
        amount: dispute.amount,
        of: charge.amount,
        outcome: dispute.status === 'won' ? 'won' : dispute.status === 'lost' ? 'lost' : 'open',
        at: dateOf(dispute.created),
      })),
    ),
  };
}

/** PayPal reveals it once its owner agreed. */
const payerOf = (charge: Stripe.Charge | undefined): string | null =>
  charge?.payment_method_details?.card?.fingerprint ?? charge?.payment_method_details?.paypal?.payer_id ?? null;

function cardOf(charge: Stripe.Charge | undefined): InvoiceFacts['card'] {
  const card = charge?.payment_method_details?.card;
  return card ? { brand: card.brand ?? null, last4: card.last4 ?? null } : null;
}

/** Inquiries and prevented disputes take no money. */
const isChargeback = ({ status }: Stripe.Dispute): boolean => !status.startsWith('warning_') && status !== 'prevented';

const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

function invoiceStatus(status: string | null): InvoiceFacts['status'] {
  return INVOICE_STATUSES.find((one) => one === status) ?? 'draft';
}

export function intentsOf({ payments }: Stripe.Invoice): string[] {
  return (payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
}

type LastTry = Pick<InvoiceFacts, 'needsAction' | 'isProcessing' | 'code' | 'methodId'>;
const NO_TRY: LastTry = { needsAction: false, isProcessing: false, code: null, methodId: null };

/** `needsAction`: no retry succeeds without the user. */
async function lastTry(stripe: Stripe, invoice: Stripe.Invoice): Promise<LastTry> {
  const intentId = intentsOf(invoice).at(-1);
  if (invoice.status !== 'open' || intentId === undefined) return NO_TRY;
  const {
    status,
    last_payment_error: refusal,
    payment_method: method,
  } = await stripe.paymentIntents.retrieve(intentId);
  return {
    needsAction: status === 'requires_action' || refusal?.code === 'authentication_required',
    isProcessing: status === 'processing',
    code: refusal === null ? null : cardErrorOf(refusal.decline_code, refusal.code),
    methodId: refusal?.payment_method?.id ?? idOf(method),
  };
}

/** Stripe does not tell when it gives up a renewal. */
function lapseOf(
  invoice: Stripe.Invoice,
  subscriptions: readonly Stripe.Subscription[],
  retryDays: number,
): Date | null {
  const own = subscriptions.find(({ id }) => id === idOf(invoice.parent?.subscription_details?.subscription));
  if (invoice.status !== 'open' || own === undefined) return null;
  if (own.status === 'incomplete') return new Date(own.created * 1000 + CHECKOUT_EXPIRES_MS);
  const isLatest = idOf(own.latest_invoice) === invoice.id;
  if (own.pending_update !== null && isLatest) return dateOf(own.pending_update.expires_at);
  const finalizedAt = invoice.status_transitions.finalized_at ?? invoice.created;
  return dateOf(finalizedAt + retryDays * DAY_SECONDS);
}

export function lineFacts(
  { amount, parent, period, pricing }: Stripe.InvoiceLineItem,
  prices: Prices,
): InvoiceLineFacts {
  return {
    price: nameOf(idOf(pricing?.price_details?.price) ?? '', prices),
    amount,
    isProration: parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false,
    from: dateOf(period.start),
    to: dateOf(period.end),
  };
}
