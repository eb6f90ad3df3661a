/** The stand-in's objects in Stripe's shapes. The package's types check names and kinds of fields. */
import type { Stripe } from 'stripe';
import type {
  Account,
  CatalogPrice,
  Charge,
  Invoice,
  Line,
  Method,
  Payment,
  Subscription,
  World,
} from '../engine/model.ts';
import { totalOf } from '../engine/money.ts';
import { testOf } from '../engine/payments.ts';

/** A subset of a Stripe object's fields. */
export type Partly<T> = T extends readonly (infer E)[]
  ? Partly<E>[]
  : T extends object
    ? { [K in keyof T]?: Partly<T[K]> }
    : T;

export const listOf = <T>(data: T[], url: string) => ({ object: 'list' as const, data, has_more: false, url });

export function customerObject(account: Account): Partly<Stripe.Customer> {
  const { id, created, metadata, name, email, address, currency, methodId } = account;
  return {
    id,
    object: 'customer',
    created,
    livemode: false,
    metadata: { ...metadata },
    name,
    email,
    address: address === null ? null : { ...address },
    currency,
    invoice_settings: { default_payment_method: methodId },
  };
}

export function priceObject(price: CatalogPrice): Partly<Stripe.Price> {
  const { id, product, active, lookupKey, currency, unitAmount, options, isMonthly, metadata, created } = price;
  return {
    id,
    object: 'price',
    active,
    created,
    currency,
    currency_options: Object.fromEntries(Object.entries(options).map(([one, unit_amount]) => [one, { unit_amount }])),
    livemode: false,
    lookup_key: lookupKey,
    metadata: { ...metadata },
    product,
    recurring: isMonthly ? { interval: 'month', interval_count: 1 } : null,
    type: isMonthly ? 'recurring' : 'one_time',
    unit_amount: unitAmount,
  };
}

/** All sandbox customers share one PayPal account, for trying that it has one trial. */
const PAYPAL_ACCOUNT = 'SANDBOXPAYER1';

export function methodObject({ account }: World, method: Method): Partly<Stripe.PaymentMethod> {
  const test = testOf(method);
  const { id, created, attached } = method;
  const common = {
    id,
    object: 'payment_method' as const,
    created,
    livemode: false,
    customer: attached ? account.id : null,
  };
  if (test.type === 'paypal')
    return { ...common, type: 'paypal', paypal: { country: null, payer_email: null, payer_id: null } };
  return {
    ...common,
    type: 'card',
    card: {
      brand: test.brand ?? 'visa',
      last4: test.number.slice(-4),
      exp_month: 12,
      exp_year: 2035,
      // All customers share one card of this kind, for trying that a card has one trial. Others belong to one customer.
      fingerprint: test.brand === 'mastercard' ? 'mastercard' : `${account.id}${method.test}`,
    },
  };
}

export function subscriptionObject(
  { account, prices }: World,
  subscription: Subscription,
): Partly<Stripe.Subscription> {
  const price = prices.get(subscription.priceId);
  const { id, itemId, created, currency, metadata, status, periodStart, periodEnd, schedule, pending } = subscription;
  return {
    id,
    object: 'subscription',
    customer: account.id,
    created,
    currency,
    livemode: false,
    metadata: { ...metadata },
    status,
    cancel_at: subscription.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancellation_details: { comment: subscription.cancelReason ?? null },
    ended_at: subscription.endedAt,
    default_payment_method: subscription.methodId,
    latest_invoice: subscription.latestInvoiceId,
    trial_start: subscription.trialStart,
    trial_end: subscription.trialEnd,
    schedule: schedule?.id ?? null,
    pending_update: pending === null ? null : { expires_at: pending.expiresAt },
    items: listOf(
      [
        {
          id: itemId,
          object: 'subscription_item',
          current_period_start: periodStart,
          current_period_end: periodEnd,
          price: price === undefined ? { id: subscription.priceId } : priceObject(price),
          quantity: 1,
        },
      ],
      '/v1/subscription_items',
    ),
  };
}

export function scheduleObject(subscription: Subscription): Partly<Stripe.SubscriptionSchedule> | undefined {
  const { schedule } = subscription;
  if (schedule === null) return undefined;
  return {
    id: schedule.id,
    object: 'subscription_schedule',
    created: schedule.created,
    metadata: { ...schedule.metadata },
    status: 'active',
    subscription: subscription.id,
    phases: schedule.phases.map(({ priceId, start, end }) => ({
      items: [{ price: priceId, quantity: 1 }],
      start_date: start,
      end_date: end,
    })),
  };
}

export function lineObject(
  { id, priceId, amount, proration, from, to }: Line,
  invoice: Pick<Invoice, 'currency'>,
): Partly<Stripe.InvoiceLineItem> {
  return {
    id,
    object: 'line_item',
    amount,
    currency: invoice.currency,
    period: { start: from, end: to },
    pricing: { type: 'price_details', price_details: { price: priceId } },
    parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
  };
}

export function invoiceObject(world: World, invoice: Invoice): Partly<Stripe.Invoice> {
  const { id, number, created, currency, metadata, status, attempts, paidAt, payment, subscriptionId } = invoice;
  const total = totalOf(invoice);
  const subscription = world.account.subscriptions.find((one) => one.id === subscriptionId);
  const page = `/dev/stripe/invoices/${id}`;
  return {
    id,
    object: 'invoice',
    number,
    created,
    currency,
    customer: world.account.id,
    livemode: false,
    metadata: { ...metadata },
    status,
    billing_reason: invoice.reason,
    attempt_count: attempts,
    attempted: attempts > 0,
    total,
    amount_due: Math.max(0, total),
    amount_paid: status === 'paid' ? Math.max(0, total) : 0,
    next_payment_attempt: invoice.dueAt,
    status_transitions: { paid_at: paidAt, finalized_at: invoice.finalizedAt ?? created },
    hosted_invoice_url: status === 'draft' ? null : page,
    invoice_pdf: status === 'draft' ? null : page,
    lines: listOf(
      invoice.lines.map((line) => lineObject(line, invoice)),
      `/v1/invoices/${id}/lines`,
    ),
    parent:
      subscription === undefined
        ? null
        : {
            type: 'subscription_details',
            subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
          },
    ...(payment === null ? {} : { confirmation_secret: { client_secret: payment.secret, type: 'payment_intent' } }),
    payments: listOf(
      payment === null
        ? []
        : [{ object: 'invoice_payment', payment: { type: 'payment_intent', payment_intent: payment.id } }],
      '/v1/invoice_payments',
    ),
  };
}

export function intentObject(world: World, invoice: Invoice, payment: Payment): Partly<Stripe.PaymentIntent> {
  const { id, secret, status, methodId, refusal } = payment;
  return {
    id,
    object: 'payment_intent',
    amount: totalOf(invoice),
    client_secret: secret,
    created: invoice.created,
    currency: invoice.currency,
    customer: world.account.id,
    livemode: false,
    payment_method: methodId,
    status,
    next_action:
      status === 'requires_action'
        ? { type: 'redirect_to_url', redirect_to_url: { url: `/dev/stripe/bank/${id}`, return_url: payment.returnUrl } }
        : null,
    last_payment_error:
      refusal === null
        ? null
        : {
            type: 'card_error',
            code: refusal.code,
            message: refusal.message,
            ...(refusal.declineCode === null ? {} : { decline_code: refusal.declineCode }),
            ...(methodId === null ? {} : { payment_method: { id: methodId } }),
          },
  };
}

export function chargeObject(world: World, invoice: Invoice, payment: Payment, charge: Charge): Partly<Stripe.Charge> {
  const { id, created, amount, refunds, dispute } = charge;
  const method = world.account.methods.find((one) => one.id === payment.methodId);
  const { card } = method === undefined ? {} : methodObject(world, method);
  const refunded = refunds.reduce((sum, one) => sum + (one.failed ? 0 : one.amount), 0);
  return {
    id,
    object: 'charge',
    created,
    amount,
    amount_refunded: refunded,
    currency: invoice.currency,
    customer: world.account.id,
    disputed: dispute !== null,
    livemode: false,
    paid: true,
    payment_intent: payment.id,
    payment_method_details:
      card === undefined
        ? { type: 'paypal', paypal: { payer_id: PAYPAL_ACCOUNT } }
        : {
            type: 'card',
            card: { brand: card.brand ?? null, last4: card.last4 ?? null, fingerprint: card.fingerprint ?? null },
          },
    refunded: refunded === amount,
    refunds: {
      ...listOf(
        refunds.slice(-10).map((one) => refundObject(charge, one)),
        `/v1/charges/${id}/refunds`,
      ),
      has_more: refunds.length > 10,
    },
    status: 'succeeded',
  };
}

export function refundObject(
  charge: Charge,
  { id, created, amount, failed }: Charge['refunds'][number],
): Partly<Stripe.Refund> {
  return { id, object: 'refund', amount, charge: charge.id, created, status: failed ? 'failed' : 'succeeded' };
}

export function disputeObject(charge: Charge): Partly<Stripe.Dispute> | undefined {
  const { dispute } = charge;
  if (dispute === null) return undefined;
  const { id, created, status } = dispute;
  return { id, object: 'dispute', amount: charge.amount, charge: charge.id, created, status };
}
