import { draft } from './invoices.ts';
import { emit, type Invoice, type Subscription, type World } from './model.ts';
import { addMonth, amountOf, DAY, HOUR, lineOf, priceOf } from './money.ts';
import { charge, finalize } from './payments.ts';
import { end, expirePending, unpaidUntil } from './subscriptions.ts';

/** A renewal stays a draft for an hour before its charge. */
const DRAFT_LIVES = HOUR;
const TRIAL_NOTICE = 3 * DAY;
/** Days after the first attempt; after the last retry the subscription ends. */
const RETRY_AFTER_DAYS = [1, 3, 5, 7] as const;
const RETRY_AFTER = RETRY_AFTER_DAYS.map((days) => days * DAY);
export const LAST_RETRY_DAY = RETRY_AFTER_DAYS[3];

interface Due {
  readonly at: number;
  readonly act: () => void;
}

/** Runs everything due up to a moment, in order. */
export function advance(world: World, to: number): void {
  for (;;) {
    const [next] = dueOf(world)
      .filter(({ at }) => at <= to)
      .sort((a, b) => a.at - b.at);
    if (next === undefined) break;
    world.now = Math.max(world.now, next.at);
    next.act();
  }
  world.now = Math.max(world.now, to);
}

/** Time of the next due event, or null. */
export function nextDue(world: World): number | null {
  const times = dueOf(world).map(({ at }) => at);
  return times.length === 0 ? null : Math.min(...times);
}

function dueOf(world: World): Due[] {
  const { subscriptions, invoices } = world.account;
  return [
    ...subscriptions.filter(({ endedAt }) => endedAt === null).flatMap((one) => dueOfSubscription(world, one)),
    ...invoices.flatMap((one) => (one.dueAt === null ? [] : [{ at: one.dueAt, act: () => collect(world, one) }])),
  ];
}

function dueOfSubscription(world: World, one: Subscription): Due[] {
  if (one.status === 'incomplete') {
    return [{ at: unpaidUntil(one), act: () => end(world, one, 'incomplete_expired') }];
  }
  const due: Due[] = [{ at: one.periodEnd, act: () => renew(world, one) }];
  if (one.cancelAt !== null) due.push({ at: one.cancelAt, act: () => end(world, one, 'canceled') });
  if (one.pending !== null) due.push({ at: one.pending.expiresAt, act: () => expirePending(world, one) });
  if (one.status === 'trialing' && !one.hasWarned)
    due.push({ at: one.periodEnd - TRIAL_NOTICE, act: () => warn(world, one) });
  return due;
}

function warn(world: World, subscription: Subscription): void {
  subscription.hasWarned = true;
  emit(world, 'customer.subscription.trial_will_end', subscription.id);
}

/** End of a period: the subscription ends, or the next period begins with an invoice. */
function renew(world: World, subscription: Subscription): void {
  if (subscription.pending !== null) expirePending(world, subscription);
  if (subscription.cancelAtPeriodEnd) return end(world, subscription, 'canceled');
  const { now } = world;
  const next = subscription.schedule?.phases.find(({ start }) => start >= subscription.periodEnd);
  if (next !== undefined) subscription.priceId = next.priceId;
  subscription.schedule = null;
  if (subscription.status === 'trialing') subscription.status = 'active';
  subscription.periodStart = subscription.periodEnd;
  subscription.periodEnd = addMonth(subscription.periodStart, subscription.anchorDay);
  const { priceId, currency, periodStart: from, periodEnd: to } = subscription;
  const lines = [
    lineOf(world, { priceId, amount: amountOf(priceOf(world, priceId), currency), proration: false, from, to }),
  ];
  draft(world, { subscription, reason: 'subscription_cycle', currency, lines, dueAt: now + DRAFT_LIVES });
  emit(world, 'customer.subscription.updated', subscription.id);
}

/** Collects a renewal without the person. */
function collect(world: World, invoice: Invoice): void {
  const subscription = world.account.subscriptions.find(({ id }) => id === invoice.subscriptionId);
  invoice.dueAt = null;
  if (invoice.status === 'draft') finalize(world, invoice);
  if (invoice.status !== 'open' || subscription === undefined) return;
  charge(world, invoice, subscription.methodId ?? world.account.methodId, { present: false });
  if (hasBeenPaid(invoice)) return;
  const wait = RETRY_AFTER[invoice.attempts - 1];
  if (wait === undefined) {
    end(world, subscription, 'canceled');
    return;
  }
  const first = invoice.created + DRAFT_LIVES;
  invoice.dueAt = first + wait;
  subscription.status = 'past_due';
  emit(world, 'customer.subscription.updated', subscription.id);
}

const hasBeenPaid = ({ status }: Invoice): boolean => status === 'paid';
