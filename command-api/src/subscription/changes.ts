import { randomUUID } from 'node:crypto';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { InvoiceLineFacts, PaymentStep, Price, SubscriptionFacts } from '@clearcut/platform/payments/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { NextAction, switchSchema } from '@clearcut/schemas/subscription/http';
import {
  isPackPrice,
  isPlanPrice,
  PLAN_CREDITS,
  PLAN_OF_PRICE,
  type PriceName,
  TRIAL_CANCEL_BEFORE_MS,
} from '@clearcut/schemas/subscription/prices';
import type { z } from 'zod';
import { type RequestContext, observing } from './checkout/checkout.ts';
import { upgradeCredits } from './domain/credit-rules.ts';
import { observe, type ObserverDeps } from './sync.ts';
import { addMethod, unlessRefused } from './checkout/add-method.ts';
import { checkRefusals } from './checkout/refusals.ts';
import { findPrice } from './checkout/offers.ts';
import { monthAfter } from './domain/months.ts';
import { runningSubscription } from './billing-view.ts';
import type { BillingState, Failure } from './domain/state.ts';

const creditsOf = (name: PriceName | null): number =>
  name !== null && isPlanPrice(name) ? PLAN_CREDITS[PLAN_OF_PRICE[name]] : 0;

const PREVIEW_LIFETIME_MS = 60 * 60 * 1000;
const CLOCKS_DIFFER_MS = 60 * 1000;

interface Running {
  readonly facts: SubscriptionFacts;
  readonly state: BillingState;
}

async function running(deps: ObserverDeps, teamId: string, context: RequestContext): Promise<Running> {
  const { state, snapshot } = await observe(deps, teamId, context);
  const current = runningSubscription(state);
  const facts = snapshot.subscriptions.find(({ id }) => id === current?.id);
  if (facts === undefined) throw new CatalogueError('no_subscription');
  return { facts, state };
}

async function planPrice({ provider }: ObserverDeps, id: string): Promise<Price> {
  const price = await findPrice(provider, { id });
  if (!isPlanPrice(price.name)) throw new CatalogueError('price_not_found');
  return price;
}

export async function nextAction(
  deps: ObserverDeps,
  teamId: string,
  priceId: string,
  context: RequestContext,
): Promise<NextAction> {
  const price = await findPrice(deps.provider, { id: priceId });
  if (isPackPrice(price.name)) return { action: 'buy' };
  const { state, snapshot } = await observe(deps, teamId, context);
  const current = runningSubscription(state);
  const facts = snapshot.subscriptions.find(({ id }) => id === current?.id);
  if (facts === undefined) return { action: state.checkout?.price === price.name ? 'confirm' : 'subscribe' };
  if (!isPlanPrice(price.name)) return { action: 'none' };
  const failure = failureOf(state, facts);
  if (failure !== undefined && !isReplaceable(failure, facts, price)) return { action: 'retry' };
  const { currency } = facts;
  const undoesCancellation = facts.endsAt !== null;
  if (facts.status === 'trialing') {
    const { amountDue, lines, prorationDate } = await deps.provider.previewSwitch(facts, price.id);
    const action = price.name === facts.price ? 'finalize-trial' : 'upgrade';
    const nextAt = monthAfter(prorationDate).toISOString();
    const creditsNow = creditsOf(price.name);
    return { action, amountDue, currency, creditsNow, lines: lines.map(shownLine), nextAt, undoesCancellation };
  }
  if (price.name === facts.price) {
    return { action: facts.endsAt !== null || facts.scheduled !== null ? 'resume' : 'none' };
  }
  if (creditsOf(price.name) < creditsOf(facts.price)) {
    return { action: 'downgrade', at: facts.periodEnd.toISOString(), undoesCancellation };
  }
  const { amountDue, prorationDate, lines } = await deps.provider.previewSwitch(facts, price.id);
  const creditsNow = upgradeCredits(
    { from: creditsOf(facts.price), to: creditsOf(price.name) },
    { start: facts.periodStart, change: prorationDate, end: facts.periodEnd },
  );
  return {
    action: 'upgrade',
    amountDue,
    currency,
    creditsNow,
    prorationDate: prorationDate.toISOString(),
    lines: lines.map(shownLine),
    nextAt: facts.periodEnd.toISOString(),
    undoesCancellation,
  };
}

const shownLine = ({ price, amount }: InvoiceLineFacts) => ({ price, amount });

interface Failed extends Failure {
  readonly invoiceId: string;
}

function failureOf({ failures }: BillingState, { id }: SubscriptionFacts): Failed | undefined {
  const [invoiceId, failure] = [...failures].findLast(([, { subscriptionId }]) => subscriptionId === id) ?? [];
  return invoiceId === undefined || failure === undefined ? undefined : { invoiceId, ...failure };
}

/** A refused change gives way to another one; a month that is owed does not. */
const isReplaceable = (failure: Failed, facts: SubscriptionFacts, price: Price): boolean =>
  facts.hasPendingUpdate && failure.price !== price.name;

/** Upgrades take effect when paid, downgrades at the end of the period. */
export async function switchPlan(
  deps: ObserverDeps,
  teamId: string,
  wanted: z.infer<typeof switchSchema>,
  context: RequestContext,
): Promise<PaymentStep> {
  await checkRefusals(deps.database, teamId);
  const price = await planPrice(deps, wanted.priceId);
  const { facts, state } = await withoutRefusedChange(deps, teamId, price, context);
  if (failureOf(state, facts) !== undefined) throw new CatalogueError('subscription_pending');
  const { provider } = deps;
  if (facts.scheduled?.price === price.name) return DONE;
  // A colleague has cancelled since the preview.
  if (facts.endsAt !== null && wanted.undoesCancellation === false) throw new CatalogueError('preview_outdated');
  // Equal requests share an id; after a refusal the latest invoice, and so the attempt, differs.
  const attemptId = derivedId('switch', facts.id, price.id, wanted.prorationDate ?? '', facts.latestInvoiceId ?? '');
  const isTrial = facts.status === 'trialing';
  if (isTrial || creditsOf(price.name) > creditsOf(facts.price)) {
    const prorationDate = isTrial || wanted.prorationDate === undefined ? null : new Date(wanted.prorationDate);
    if (prorationDate !== null) checkPreview(prorationDate, facts, await provider.now());
    const priceId = price.name === facts.price ? null : price.id;
    return observing(
      deps,
      teamId,
      context,
      provider.switchNow(facts, { attemptId, priceId, prorationDate, endTrial: isTrial }),
    );
  }
  // Shown as an upgrade: a colleague has chosen a larger plan.
  const isDowngrade = creditsOf(price.name) < creditsOf(facts.price);
  if (isDowngrade && wanted.prorationDate !== undefined) throw new CatalogueError('preview_outdated');
  const change =
    price.name === facts.price
      ? provider.unschedule(facts)
      : provider.scheduleSwitch(facts, { attemptId: randomUUID(), teamId, priceId: price.id });
  await observing(deps, teamId, context, change);
  return DONE;
}

async function withoutRefusedChange(
  deps: ObserverDeps,
  teamId: string,
  price: Price,
  context: RequestContext,
): Promise<Running> {
  const before = await running(deps, teamId, context);
  const failure = failureOf(before.state, before.facts);
  if (failure === undefined || !isReplaceable(failure, before.facts, price)) return before;
  await deps.provider.withdraw({ invoiceId: failure.invoiceId, subscriptionId: null });
  return running(deps, teamId, context);
}

/**
 * Charges what was shown, if shown recently: with a date at the period's end a larger plan would cost nothing, with one
 * before its start more than a month.
 * @throws CatalogueError preview_outdated
 */
function checkPreview(shown: Date, { periodStart }: SubscriptionFacts, now: Date): void {
  const age = now.getTime() - shown.getTime();
  if (shown < periodStart) throw new CatalogueError('preview_outdated');
  if (age > PREVIEW_LIFETIME_MS || age < -CLOCKS_DIFFER_MS) throw new CatalogueError('preview_outdated');
}

const DONE: PaymentStep = { status: 'succeeded', clientSecret: null, redirectUrl: null };

/** @throws CatalogueError not_on_trial */
export async function finalizeTrial(deps: ObserverDeps, teamId: string, context: RequestContext): Promise<PaymentStep> {
  await checkRefusals(deps.database, teamId);
  const { facts } = await running(deps, teamId, context);
  if (facts.status !== 'trialing') throw new CatalogueError('not_on_trial');
  const attemptId = derivedId('finalize-trial', facts.id, facts.latestInvoiceId ?? '');
  const change = { attemptId, priceId: null, prorationDate: null, endTrial: true };
  return observing(deps, teamId, context, deps.provider.switchNow(facts, change));
}

/**
 * Runs to the end of the paid period. A trial in its last hour counts as the plan, which ends after its first month.
 */
export async function cancel(
  deps: ObserverDeps,
  teamId: string,
  reason: string | null,
  context: RequestContext,
): Promise<{ readonly activeUntil: string }> {
  const { provider } = deps;
  const { facts } = await running(deps, teamId, context);
  const now = await provider.now();
  const { trialEnd, endsAt } = facts;
  const isTooLate =
    trialEnd !== null && facts.status === 'trialing' && trialEnd.getTime() - now.getTime() < TRIAL_CANCEL_BEFORE_MS;
  const at = isTooLate ? monthAfter(trialEnd) : null;
  const activeUntil = at ?? facts.periodEnd;
  // A repeat in a trial's last hour would otherwise start the month that was cancelled in time.
  if (endsAt !== null && endsAt <= activeUntil) return { activeUntil: endsAt.toISOString() };
  if (facts.scheduled !== null) await provider.unschedule(facts);
  await observing(deps, teamId, context, provider.cancelAtEnd(facts.id, { at, reason }));
  return { activeUntil: activeUntil.toISOString() };
}

/** Withdraws a scheduled end or change. @throws CatalogueError nothing_to_resume */
export async function resume(deps: ObserverDeps, teamId: string, context: RequestContext): Promise<void> {
  const { facts } = await running(deps, teamId, context);
  if (facts.endsAt === null && facts.scheduled === null) throw new CatalogueError('nothing_to_resume');
  const change = facts.endsAt === null ? deps.provider.unschedule(facts) : deps.provider.resume(facts);
  await observing(deps, teamId, context, change);
}

/** @throws CatalogueError nothing_to_retry, payment_method_not_found, a card's */
export async function retry(
  deps: ObserverDeps,
  teamId: string,
  wanted: { readonly paymentMethodId?: string | undefined; readonly invoiceId?: string | undefined },
  context: RequestContext,
): Promise<PaymentStep> {
  await checkRefusals(deps.database, teamId);
  const { state, snapshot } = await observe(deps, teamId, context);
  const { paymentMethodId, invoiceId = [...state.failures.keys()].at(-1) } = wanted;
  const isOpen = snapshot.invoices.some(({ id, status }) => id === invoiceId && status === 'open');
  if (invoiceId === undefined || !isOpen || state.customerId === null) throw new CatalogueError('nothing_to_retry');
  const { provider } = deps;
  const { customerId } = state;
  const method = paymentMethodId === undefined ? undefined : await addMethod(deps, customerId, paymentMethodId);
  const paid = provider.pay(invoiceId, method?.id);
  return observing(deps, teamId, context, unlessRefused(deps, customerId, method, paid));
}
