import { z } from 'zod';
import { MAX_BILLING_CONTACTS, PLANS } from '../constants.ts';
import { defineEvent, eventGuard, type EventOf, type Upcaster } from '../define-event.ts';
import { CARD_ERRORS } from './card-errors.ts';
import { PRICE_NAMES } from './prices.ts';

const providerId = z.string().min(1).max(255);
const team = { teamId: z.uuid() };
const moment = z.iso.datetime();
const subscription = { ...team, subscriptionId: providerId };
const invoice = { ...team, invoiceId: providerId };
/** ISO 4217, lower case, as the provider writes it. */
const currency = z.string().regex(/^[a-z]{3}$/);
/** Minor units. */
const amount = z.int();
const credits = z.int().min(0);

/** As the provider has them; `SubscriptionEnded` records the end. */
const SUBSCRIPTION_STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused'] as const;
const CHECKOUT_PURPOSES = ['subscribe', 'addon', 'pack'] as const;

const customerLinked = defineEvent('CustomerLinked', z.object({ ...team, customerId: providerId }));

/**
 * Recorded before the provider is called, whose calls carry keys of `attemptId`: neither two tabs nor a dying process
 * make two subscriptions.
 */
const checkoutStarted = defineEvent(
  'CheckoutStarted',
  z.object({
    ...team,
    attemptId: z.uuid(),
    purpose: z.enum(CHECKOUT_PURPOSES),
    price: z.enum(PRICE_NAMES),
    currency,
    expiresAt: moment,
  }),
);
const checkoutFinished = defineEvent(
  'CheckoutFinished',
  z.object({ ...team, attemptId: z.uuid(), invoiceId: providerId }),
);
const checkoutAbandoned = defineEvent(
  'CheckoutAbandoned',
  z.object({ ...team, attemptId: z.uuid(), reason: z.enum(['expired', 'ended', 'superseded']) }),
);

const subscriptionStarted = defineEvent(
  'SubscriptionStarted',
  z.object({
    ...subscription,
    price: z.enum(PRICE_NAMES),
    currency,
    status: z.enum(SUBSCRIPTION_STATUSES),
    periodStart: moment,
    periodEnd: moment,
    trialEnd: moment.nullable(),
  }),
);
/** `price`: null in version 1. */
const subscriptionStatusChanged = defineEvent(
  'SubscriptionStatusChanged',
  z.object({
    ...subscription,
    from: z.enum(SUBSCRIPTION_STATUSES),
    to: z.enum(SUBSCRIPTION_STATUSES),
    price: z.enum(PRICE_NAMES).nullable(),
  }),
  [(data) => ({ ...(data as object), price: null })],
);
const subscriptionPeriodChanged = defineEvent(
  'SubscriptionPeriodChanged',
  z.object({ ...subscription, periodStart: moment, periodEnd: moment, trialEnd: moment.nullable() }),
);
const subscriptionEnded = defineEvent(
  'SubscriptionEnded',
  z.object({
    ...subscription,
    at: moment,
    reason: z.enum(['cancelled', 'unpaid', 'disputed', 'never-paid']),
  }),
);

/** `amount`: a month of the plan that follows. */
const trialEnding = defineEvent(
  'TrialEnding',
  z.object({ ...subscription, trialEnd: moment, price: z.enum(PRICE_NAMES), currency, amount }),
);
/** The card had paid for another team's trial: the trial ends and is refunded. */
const trialRefused = defineEvent('TrialRefused', z.object({ ...subscription, invoiceId: providerId }));

const planChanged = defineEvent(
  'PlanChanged',
  z.object({ ...subscription, from: z.enum(PRICE_NAMES), to: z.enum(PRICE_NAMES) }),
);
const planChangeScheduled = defineEvent(
  'PlanChangeScheduled',
  z.object({ ...subscription, to: z.enum(PRICE_NAMES), at: moment }),
);
const planChangeUnscheduled = defineEvent('PlanChangeUnscheduled', z.object(subscription));
const cancellationScheduled = defineEvent('CancellationScheduled', z.object({ ...subscription, at: moment }));
const cancellationRevoked = defineEvent('CancellationRevoked', z.object(subscription));

export const INVOICE_REASONS = ['trial', 'start', 'renewal', 'upgrade', 'pack', 'other'] as const;
/** Fixes the credits now, so that later plan changes alter no past. */
const invoicePaid = defineEvent(
  'InvoicePaid',
  z.object({
    ...invoice,
    subscriptionId: providerId.nullable(),
    reason: z.enum(INVOICE_REASONS),
    plan: z.enum(PLANS).nullable(),
    credits,
    periodStart: moment,
    periodEnd: moment,
    currency,
    total: amount,
    paidAt: moment,
  }),
);
/** Version 1 said neither what was to be paid nor why it failed. */
const withoutReason: Upcaster = (data) => ({
  ...(data as object),
  amount: null,
  currency: null,
  price: null,
  code: null,
  methodId: null,
  nextTryAt: null,
  endsAt: null,
});
const invoicePaymentFailed = defineEvent(
  'InvoicePaymentFailed',
  z.object({
    ...invoice,
    subscriptionId: providerId.nullable(),
    attempt: z.int().min(0),
    needsAction: z.boolean(),
    amount: amount.nullable(),
    currency: currency.nullable(),
    price: z.enum(PRICE_NAMES).nullable(),
    code: z.enum(CARD_ERRORS).nullable(),
    methodId: providerId.nullable(),
    nextTryAt: moment.nullable(),
    /** Unpaid by then, the plan or the change lapses. */
    endsAt: moment.nullable(),
  }),
  [withoutReason],
);

const invoiceVoided = defineEvent('InvoiceVoided', z.object(invoice));

/** `isPack`: the payment's credits do not end with a plan. */
const share = { amount, of: amount, credits, isPack: z.boolean() };
/** Version 1: only plans granted credits. */
const ofPlan: Upcaster = (data) => ({ ...(data as object), isPack: false });
const paymentRefunded = defineEvent('PaymentRefunded', z.object({ ...invoice, refundId: providerId, ...share }), [
  ofPlan,
]);
const refundFailed = defineEvent('RefundFailed', z.object({ ...invoice, refundId: providerId }));
const paymentDisputed = defineEvent(
  'PaymentDisputed',
  z.object({ ...invoice, subscriptionId: providerId.nullable(), disputeId: providerId, ...share }),
  [ofPlan],
);
const disputeClosed = defineEvent(
  'DisputeClosed',
  z.object({ ...invoice, disputeId: providerId, outcome: z.enum(['won', 'lost']) }),
);

/** An erasable table holds names, addresses and numbers. */
const taxInformationChanged = defineEvent(
  'TaxInformationChanged',
  z.object({
    ...team,
    country: z.string().regex(/^[A-Z]{2}$/),
    type: z.enum(['Company', 'Private']),
    vatStatus: z.enum(['none', 'pending', 'verified', 'unverified', 'unavailable']),
  }),
);

/** Another method pays from here on, or one was removed. Only the provider knows which. */
const paymentMethodChanged = defineEvent(
  'PaymentMethodChanged',
  z.object({ ...team, change: z.enum(['default-set', 'removed']) }),
);

/** Members who get mails about money besides the payer and the invoice address. */
const billingContactsChosen = defineEvent(
  'BillingContactsChosen',
  z.object({ ...team, userIds: z.array(z.uuid()).max(MAX_BILLING_CONTACTS) }),
);

/** The last member left: nothing is sold any longer, and subscriptions end. */
const billingClosed = defineEvent('BillingClosed', z.object(team));

export const subscriptionEvents = [
  customerLinked,
  checkoutStarted,
  checkoutFinished,
  checkoutAbandoned,
  subscriptionStarted,
  subscriptionStatusChanged,
  subscriptionPeriodChanged,
  subscriptionEnded,
  trialEnding,
  trialRefused,
  planChanged,
  planChangeScheduled,
  planChangeUnscheduled,
  cancellationScheduled,
  cancellationRevoked,
  invoicePaid,
  invoicePaymentFailed,
  invoiceVoided,
  paymentRefunded,
  refundFailed,
  paymentDisputed,
  disputeClosed,
  taxInformationChanged,
  paymentMethodChanged,
  billingContactsChosen,
  billingClosed,
] as const;

export type SubscriptionEvent = EventOf<(typeof subscriptionEvents)[number]>;
export const isSubscriptionEvent = eventGuard(subscriptionEvents);
