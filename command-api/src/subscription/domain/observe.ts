import type { InvoiceFacts, Snapshot, SubscriptionFacts } from '@clearcut/platform/payments/port';
import type { SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import { TRIAL_NOTICE_MS } from '@clearcut/schemas/subscription/prices';
import { priceOf, purchaseOf, shareOf } from './credit-rules.ts';
import { type BillingState, evolve, type Subscription, takenBackOf } from './state.ts';

/** Ordered by time: credits come and go in the order of payment. */
interface Timed {
  readonly at: Date;
  readonly rank: number;
  readonly id: string;
  readonly event: SubscriptionEvent;
}

interface Look {
  readonly teamId: string;
  readonly snapshot: Snapshot;
  readonly now: Date;
  /** Invoice of a trial whose card had another team's. */
  readonly refusedTrial: string | null;
}

/** Events new in a snapshot. Pure in log and snapshot, so lost or repeated hints do not matter. */
export function observed({ teamId, snapshot, now, refusedTrial }: Look, state: BillingState): SubscriptionEvent[] {
  const started = startsOf(teamId, snapshot, state);
  const known = started.reduce(evolve, state);
  const changes = snapshot.subscriptions.flatMap((facts) => [
    ...changesOf(teamId, facts, known),
    ...endOfTrial(teamId, facts, known, now),
  ]);
  const timed = timedFacts(teamId, snapshot, known, refusedTrial).map(eventOf);
  const events = [
    ...started,
    ...changes,
    ...timed,
    ...outcomes(teamId, snapshot, known),
    // A plan that ended between two observations leaves no payment to retry.
    ...failures(teamId, snapshot, timed.reduce(evolve, known)),
  ];
  return [...events, ...checkoutEnd(teamId, snapshot, events.reduce(evolve, state), now)];
}

const isOver = ({ status }: SubscriptionFacts): boolean => status === 'canceled' || status === 'incomplete_expired';

function startsOf(teamId: string, { subscriptions }: Snapshot, state: BillingState): SubscriptionEvent[] {
  return subscriptions.flatMap((facts): SubscriptionEvent[] => {
    const { id: subscriptionId, price, currency } = facts;
    // A subscription without one of our prices belongs to another product.
    if (price === null || state.subscriptions.has(subscriptionId) || state.ended.has(subscriptionId)) return [];
    const status = liveStatus(facts) ?? 'incomplete';
    return [
      { type: 'SubscriptionStarted', data: { teamId, subscriptionId, price, currency, status, ...periodOf(facts) } },
    ];
  });
}

function liveStatus({ status }: SubscriptionFacts): Subscription['status'] | undefined {
  return status === 'canceled' || status === 'incomplete_expired' ? undefined : status;
}

const periodOf = ({ periodStart, periodEnd, trialEnd }: SubscriptionFacts) => ({
  periodStart: periodStart.toISOString(),
  periodEnd: periodEnd.toISOString(),
  trialEnd: trialEnd?.toISOString() ?? null,
});

function changesOf(teamId: string, facts: SubscriptionFacts, { subscriptions }: BillingState): SubscriptionEvent[] {
  const before = subscriptions.get(facts.id);
  const status = liveStatus(facts);
  if (before === undefined || status === undefined) return [];
  const ids = { teamId, subscriptionId: facts.id };
  const events: SubscriptionEvent[] = [];
  if (status !== before.status) {
    const { status: from, price } = before;
    events.push({ type: 'SubscriptionStatusChanged', data: { ...ids, from, to: status, price } });
  }
  const { periodStart, periodEnd, trialEnd } = before;
  const period = periodOf(facts);
  if (JSON.stringify(period) !== JSON.stringify({ periodStart, periodEnd, trialEnd })) {
    events.push({ type: 'SubscriptionPeriodChanged', data: { ...ids, ...period } });
  }
  if (facts.price !== null && facts.price !== before.price) {
    events.push({ type: 'PlanChanged', data: { ...ids, from: before.price, to: facts.price } });
  }
  const scheduled = facts.scheduled && { price: facts.scheduled.price, at: facts.scheduled.at.toISOString() };
  if (JSON.stringify(scheduled) !== JSON.stringify(before.scheduled)) {
    events.push(
      scheduled === null
        ? { type: 'PlanChangeUnscheduled', data: ids }
        : { type: 'PlanChangeScheduled', data: { ...ids, to: scheduled.price, at: scheduled.at } },
    );
  }
  const endsAt = facts.endsAt?.toISOString() ?? null;
  if (endsAt !== before.endsAt) {
    events.push(
      endsAt === null
        ? { type: 'CancellationRevoked', data: ids }
        : { type: 'CancellationScheduled', data: { ...ids, at: endsAt } },
    );
  }
  return events;
}

function endOfTrial(
  teamId: string,
  { id: subscriptionId, status, trialEnd, endsAt, price, currency, amount }: SubscriptionFacts,
  { subscriptions }: BillingState,
  now: Date,
): SubscriptionEvent[] {
  const isAnnounced = subscriptions.get(subscriptionId)?.isTrialEndAnnounced ?? true;
  if (isAnnounced || status !== 'trialing' || trialEnd === null || endsAt !== null) return [];
  if (price === null || amount === null || trialEnd.getTime() - now.getTime() > TRIAL_NOTICE_MS) return [];
  return [
    {
      type: 'TrialEnding',
      data: { teamId, subscriptionId, trialEnd: trialEnd.toISOString(), price, currency, amount },
    },
  ];
}

function timedFacts(teamId: string, snapshot: Snapshot, state: BillingState, refusedTrial: string | null): Timed[] {
  const facts = snapshot.invoices.flatMap((invoice) => {
    const isRefused = invoice.id === refusedTrial;
    const paid = payment(teamId, invoice, snapshot, state, isRefused);
    return [
      ...paid,
      ...takenBack(teamId, invoice, snapshot, isRefused ? paid.map(eventOf).reduce(evolve, state) : state),
    ];
  });
  for (const one of snapshot.subscriptions.filter((each) => isOver(each) && state.subscriptions.has(each.id))) {
    const at = one.endedAt ?? one.periodEnd;
    const data = { teamId, subscriptionId: one.id, at: at.toISOString(), reason: reasonOfEnd(one, snapshot) };
    facts.push({ at, rank: 3, id: one.id, event: { type: 'SubscriptionEnded', data } });
  }
  return facts.sort((a, b) => a.at.getTime() - b.at.getTime() || a.rank - b.rank || (a.id < b.id ? -1 : 1));
}

type EndReason = Extract<SubscriptionEvent, { type: 'SubscriptionEnded' }>['data']['reason'];

const eventOf = ({ event }: Timed): SubscriptionEvent => event;

/** A refused trial grants nothing: its credits would be spent before the refund. */
function payment(
  teamId: string,
  invoice: InvoiceFacts,
  snapshot: Snapshot,
  state: BillingState,
  isRefused: boolean,
): Timed[] {
  const { id, subscriptionId, currency, total, paidAt } = invoice;
  if (invoice.status !== 'paid' || state.paid.has(id)) return [];
  const at = paidAt ?? invoice.createdAt;
  const { reason, plan, credits: bought, from, to } = purchaseOf(invoice, snapshot);
  const credits = isRefused ? 0 : bought;
  const period = { periodStart: from.toISOString(), periodEnd: to.toISOString() };
  const paid = { invoiceId: id, subscriptionId, currency, total, paidAt: at.toISOString() };
  const facts: Timed[] = [
    { at, rank: 0, id, event: { type: 'InvoicePaid', data: { teamId, ...paid, reason, plan, credits, ...period } } },
  ];
  if (isRefused && subscriptionId !== null) {
    facts.push({ at, rank: 0, id, event: { type: 'TrialRefused', data: { teamId, subscriptionId, invoiceId: id } } });
  }
  return facts;
}

/**
 * At most what the payment granted, even when a partly refunded one is disputed in full. Refunds after the plan's end
 * take nothing: its credits ended with it.
 */
function takenBack(teamId: string, invoice: InvoiceFacts, snapshot: Snapshot, state: BillingState): Timed[] {
  const { id: invoiceId, subscriptionId } = invoice;
  const { endedAt = null } = subscriptionOf(invoice, snapshot) ?? {};
  const { reason, credits: bought } = purchaseOf(invoice, snapshot);
  const credits = state.paid.get(invoiceId)?.credits ?? bought;
  const isPack = reason === 'pack';
  const back = { ...takenBackOf(state, invoiceId) };
  const share = ({ amount, of, at }: { amount: number; of: number; at: Date }) => {
    const isTooLate = endedAt !== null && endedAt < at;
    back.amount += amount;
    // Rounds the sum: rounded parts would leave credits of a fully refunded payment.
    const taken = isTooLate ? 0 : Math.max(0, shareOf(credits, back.amount, of) - back.credits);
    back.credits += taken;
    return { amount, of, credits: taken, isPack };
  };
  const refunds = invoice.refunds.filter(({ id, hasFailed }) => !hasFailed && !state.refunds.has(id));
  const disputes = invoice.disputes.filter(({ id }) => !state.disputes.has(id));
  const facts = [
    ...refunds.map((one) => ({ ...one, rank: 1, outcome: undefined })),
    ...disputes.map((one) => ({ ...one, rank: 2 })),
  ];
  return facts
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.rank - b.rank || (a.id < b.id ? -1 : 1))
    .map((fact): Timed => {
      const { at, rank, id } = fact;
      const event: SubscriptionEvent =
        fact.outcome === undefined
          ? { type: 'PaymentRefunded', data: { teamId, invoiceId, refundId: id, ...share(fact) } }
          : { type: 'PaymentDisputed', data: { teamId, invoiceId, subscriptionId, disputeId: id, ...share(fact) } };
      return { at, rank, id, event };
    });
}

const subscriptionOf = ({ subscriptionId }: InvoiceFacts, { subscriptions }: Snapshot): SubscriptionFacts | undefined =>
  subscriptions.find(({ id }) => id === subscriptionId);

/** Considers only what preceded the end: whether a later dispute is visible depends on when we observe. */
function reasonOfEnd({ id, status, endedAt }: SubscriptionFacts, { invoices }: Snapshot): EndReason {
  if (status === 'incomplete_expired') return 'never-paid';
  const own = invoices.filter(({ subscriptionId }) => subscriptionId === id);
  const isBefore = ({ at }: { at: Date }): boolean => endedAt === null || at <= endedAt;
  if (own.some(({ disputes }) => disputes.some(isBefore))) return 'disputed';
  if (!own.some((invoice) => invoice.status === 'paid')) return 'never-paid';
  return own.some((invoice) => invoice.status !== 'paid' && invoice.attempts > 0) ? 'unpaid' : 'cancelled';
}

/**
 * After their beginnings, which may be in the same snapshot. A failed refund has no known time, so those of ended plans
 * are ignored: results would depend on who observed first.
 */
function outcomes(teamId: string, snapshot: Snapshot, state: BillingState): SubscriptionEvent[] {
  return snapshot.invoices.flatMap((invoice) => {
    const { id: invoiceId, refunds, disputes } = invoice;
    const subscription = subscriptionOf(invoice, snapshot);
    const isEnded = subscription !== undefined && isOver(subscription);
    return [
      ...refunds
        .filter(({ id, hasFailed }) => !isEnded && hasFailed && state.refunds.get(id)?.outcome === 'open')
        .map(({ id: refundId }): SubscriptionEvent => ({
          type: 'RefundFailed',
          data: { teamId, invoiceId, refundId },
        })),
      ...disputes.flatMap(({ id: disputeId, outcome }): SubscriptionEvent[] => {
        const before = state.disputes.get(disputeId)?.outcome ?? 'open';
        if (outcome === 'open' || before !== 'open') return [];
        return [{ type: 'DisputeClosed', data: { teamId, invoiceId, disputeId, outcome } }];
      }),
    ];
  });
}

function failures(teamId: string, { invoices }: Snapshot, state: BillingState): SubscriptionEvent[] {
  return invoices.flatMap((invoice): SubscriptionEvent[] => {
    const { id: invoiceId, subscriptionId, attempts: attempt, hasFailed, needsAction, status } = invoice;
    const before = state.failures.get(invoiceId);
    if (before !== undefined && (status === 'void' || status === 'uncollectible')) {
      return [{ type: 'InvoiceVoided', data: { teamId, invoiceId } }];
    }
    if (!hasFailed || (subscriptionId !== null && state.ended.has(subscriptionId))) return [];
    if (before?.attempt === attempt && before.needsAction === needsAction) return [];
    const { total, currency, code, methodId, nextTryAt, lapsesAt } = invoice;
    const failure = { attempt, needsAction, amount: total, currency, price: priceOf(invoice), code, methodId };
    const dates = { nextTryAt: nextTryAt?.toISOString() ?? null, endsAt: lapsesAt?.toISOString() ?? null };
    return [{ type: 'InvoicePaymentFailed', data: { teamId, invoiceId, subscriptionId, ...failure, ...dates } }];
  });
}

function checkoutEnd(teamId: string, snapshot: Snapshot, state: BillingState, now: Date): SubscriptionEvent[] {
  const { checkout } = state;
  if (checkout === null) return [];
  const { attemptId, expiresAt } = checkout;
  const own = snapshot.invoices.filter((invoice) => invoice.attemptId === attemptId);
  // A payment whose subscription is not visible yet keeps the slot: otherwise a second subscription could begin.
  const isKnown = (id: string | null): boolean => id === null || state.subscriptions.has(id) || state.ended.has(id);
  const paid = own.find(({ status, subscriptionId }) => status === 'paid' && isKnown(subscriptionId));
  if (paid !== undefined) return [{ type: 'CheckoutFinished', data: { teamId, attemptId, invoiceId: paid.id } }];
  const hasEnded =
    snapshot.subscriptions.some((one) => one.attemptId === attemptId && isOver(one)) ||
    (checkout.purpose !== 'subscribe' && own.some(({ status }) => status === 'void' || status === 'uncollectible'));
  if (hasEnded) return [{ type: 'CheckoutAbandoned', data: { teamId, attemptId, reason: 'ended' } }];
  if (new Date(expiresAt) > now) return [];
  return [{ type: 'CheckoutAbandoned', data: { teamId, attemptId, reason: 'expired' } }];
}
