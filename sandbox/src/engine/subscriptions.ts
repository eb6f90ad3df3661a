import { draft, makeVoid } from './invoices.ts';
import { emit, invalid, type Line, newId, type Schedule, type Subscription, type World } from './model.ts';
import { addMonth, amountOf, DAY, dayOf, HOUR, lineOf, priceOf, prorations, totalOf } from './money.ts';
import { charge, finalize, methodOf, throwRefusal } from './payments.ts';

/** Lifetime of an unpaid start or change. */
const UNPAID_LIFETIME = 23 * HOUR;

export interface NewSubscription {
  readonly priceId: string;
  readonly currency: string;
  readonly trialDays: number | undefined;
  readonly oneOffPriceIds: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** Begins as `incomplete`, with an invoice to pay; with nothing to pay it starts at once. */
export function create(world: World, order: NewSubscription): Subscription {
  const { now, account } = world;
  const { currency, priceId } = order;
  const price = priceOf(world, priceId);
  if (!price.isMonthly) throw invalid('The price specified is set to `type=one_time`', { param: 'items[0][price]' });
  const live = account.subscriptions.filter(({ endedAt }) => endedAt === null);
  if (live.some((one) => one.currency !== currency)) {
    throw invalid('You cannot combine currencies on a single customer', { param: 'currency' });
  }
  const trialEnd = order.trialDays === undefined ? null : now + order.trialDays * DAY;
  const anchorDay = dayOf(trialEnd ?? now);
  const subscription: Subscription = {
    id: newId(world, 'sub'),
    itemId: newId(world, 'si'),
    created: now,
    currency,
    metadata: order.metadata,
    priceId,
    status: 'incomplete',
    periodStart: now,
    periodEnd: trialEnd ?? addMonth(now, anchorDay),
    anchorDay,
    trialStart: trialEnd === null ? null : now,
    trialEnd,
    hasWarned: false,
    cancelAt: null,
    cancelAtPeriodEnd: false,
    endedAt: null,
    methodId: null,
    latestInvoiceId: null,
    schedule: null,
    pending: null,
  };
  account.subscriptions.push(subscription);
  emit(world, 'customer.subscription.created', subscription.id);
  const period = { proration: false, from: now, to: subscription.periodEnd };
  const lines = [
    lineOf(world, { ...period, priceId, amount: trialEnd === null ? amountOf(price, currency) : 0 }),
    ...order.oneOffPriceIds.map((id) =>
      lineOf(world, { ...period, to: now, priceId: id, amount: amountOf(priceOf(world, id), currency) }),
    ),
  ];
  finalize(world, draft(world, { subscription, reason: 'subscription_create', currency, lines }));
  return subscription;
}

interface Change {
  readonly priceId: string;
  readonly endsTrial: boolean;
  readonly at: number;
}

/** Invoice lines of a change of price, or of a trial's end. */
export function linesOfChange(world: World, subscription: Subscription, { priceId, endsTrial, at }: Change): Line[] {
  const { currency, periodStart, periodEnd, priceId: from } = subscription;
  if (endsTrial) {
    const amount = amountOf(priceOf(world, priceId), currency);
    const to = addMonth(world.now, dayOf(world.now));
    return [lineOf(world, { priceId, amount, proration: false, from: world.now, to })];
  }
  if (priceId === from) return [];
  return prorations(world, { from, to: priceId, currency, at, start: periodStart, end: periodEnd });
}

/** A change with a cost waits for its payment, attempted at once. */
export function change(world: World, subscription: Subscription, wanted: Change, { present = true } = {}): void {
  if (subscription.endedAt !== null) throw invalid('A canceled subscription can only update its cancellation_details');
  dropPending(world, subscription);
  const lines = linesOfChange(world, subscription, wanted);
  if (lines.length === 0) return;
  const { priceId, endsTrial } = wanted;
  const { currency } = subscription;
  const invoice = draft(world, { subscription, reason: 'subscription_update', currency, lines });
  subscription.pending = { invoiceId: invoice.id, priceId, endsTrial, expiresAt: world.now + UNPAID_LIFETIME };
  finalize(world, invoice);
  if (totalOf(invoice) <= 0) return;
  charge(world, invoice, subscription.methodId ?? world.account.methodId, { present });
  emit(world, 'customer.subscription.updated', subscription.id);
}

/** Applies only if payment succeeds at once, without the user. @throws StripeRefusal */
export function changeOrRefuse(world: World, subscription: Subscription, wanted: Change): void {
  const before = structuredClone(world.account);
  const happened = world.happened.length;
  change(world, subscription, wanted, { present: false });
  const payment = world.account.invoices.find(({ id }) => id === subscription.pending?.invoiceId)?.payment;
  if (payment === undefined || payment === null) return;
  Object.assign(world.account, before, { failsNext: false });
  world.happened.length = happened;
  throwRefusal(payment);
}

function dropPending(world: World, subscription: Subscription): void {
  const invoice = world.account.invoices.find(({ id }) => id === subscription.pending?.invoiceId);
  subscription.pending = null;
  if (invoice?.status === 'open') makeVoid(world, invoice);
}

export function expirePending(world: World, subscription: Subscription): void {
  dropPending(world, subscription);
  emit(world, 'customer.subscription.pending_update_expired', subscription.id);
}

export const unpaidUntil = ({ created }: Subscription): number => created + UNPAID_LIFETIME;

/** Ends it at once, with its unpaid invoices. */
export function end(world: World, subscription: Subscription, status: 'canceled' | 'incomplete_expired'): void {
  subscription.status = status;
  subscription.endedAt = world.now;
  subscription.schedule = null;
  dropPending(world, subscription);
  for (const invoice of world.account.invoices.filter(({ subscriptionId }) => subscriptionId === subscription.id)) {
    if (invoice.status === 'draft' || (invoice.status === 'open' && status === 'incomplete_expired'))
      makeVoid(world, invoice);
    invoice.dueAt = null;
  }
  emit(world, 'customer.subscription.deleted', subscription.id);
}

export function setMethod(world: World, subscription: Subscription, methodId: string): void {
  subscription.methodId = methodOf(world, methodId).id;
  emit(world, 'customer.subscription.updated', subscription.id);
}

export function schedule(world: World, subscription: Subscription): Schedule {
  if (subscription.schedule !== null)
    throw invalid('You cannot migrate a subscription that is already attached to a schedule');
  const { periodStart: start, periodEnd, priceId } = subscription;
  subscription.schedule = {
    id: newId(world, 'sub_sched'),
    created: world.now,
    metadata: {},
    phases: [{ priceId, start, end: periodEnd }],
  };
  return subscription.schedule;
}

export function release(world: World, subscription: Subscription): void {
  const released = subscription.schedule;
  subscription.schedule = null;
  if (released !== null) emit(world, 'customer.subscription.updated', subscription.id);
}
