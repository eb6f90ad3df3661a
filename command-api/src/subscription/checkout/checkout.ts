import { randomUUID } from 'node:crypto';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { PaymentStep, Price } from '@clearcut/platform/payments/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import { CHECKOUT_EXPIRES_MS, isPlanPrice, TRIAL_CONVERTS_TO, TRIAL_DAYS } from '@clearcut/schemas/subscription/prices';
import type { CommandContext } from '../../kernel/command-context.ts';
import { ensureCustomer, recordRequester } from '../customers.ts';
import * as decide from '../domain/subscription.ts';
import { observe, type ObserverDeps } from '../sync.ts';
import { addMethod, unlessRefused } from './add-method.ts';
import { chosenCurrency, findPrice } from './offers.ts';
import { checkRefusals, noteRefusal } from './refusals.ts';
import { type BillingState, currentSubscription } from '../domain/state.ts';
import { claimTrial } from '../trial-guard.ts';

export type RequestContext = Omit<CommandContext, 'commandId' | 'now'>;

/** Longer than any call to the provider. */
const UNDER_WAY_MS = 2 * 60 * 1000;

interface Order {
  readonly teamId: string;
  readonly priceId: string;
  readonly currency: string;
  /** Undefined when the browser supplies one on confirmation. */
  readonly paymentMethodId?: string | undefined;
  readonly deviceFingerprint?: string | undefined;
}

/**
 * A repeat, from a second tab or after a refusal, continues the same subscription.
 * @throws CatalogueError price_not_found, currency_not_offered, subscription_exists, subscription_pending, trial_used,
 * a card's
 */
export async function subscribe(
  deps: ObserverDeps,
  order: Order,
  context: RequestContext,
): Promise<PaymentStep & { readonly price: Price }> {
  const { provider } = deps;
  const { teamId, currency, deviceFingerprint } = order;
  await checkRefusals(deps.database, teamId);
  const price = await findPrice(provider, { id: order.priceId });
  if (price.name !== 'trial' && !isPlanPrice(price.name)) throw new CatalogueError('price_not_found');
  if (price.amounts[currency] === undefined) throw new CatalogueError('currency_not_offered');
  const customerId = await ensureCustomer(deps, teamId, { ...context, now: new Date() });
  await recordRequester(deps.database, teamId, context.actor);
  const { paymentMethodId } = order;
  const method = paymentMethodId === undefined ? undefined : await addMethod(deps, customerId, paymentMethodId);
  const plan = price.name === 'trial' ? await findPrice(provider, { name: TRIAL_CONVERTS_TO }) : price;
  // Precedes claiming device or card: a team not entitled to a trial must not use them up.
  const attemptId = await startCheckout(deps, { teamId, purpose: 'subscribe', price, currency }, context);
  if (price.name === 'trial') {
    const claims = [
      { kind: 'device' as const, fingerprint: deviceFingerprint },
      { kind: 'card' as const, fingerprint: method?.fingerprint },
    ];
    try {
      await deps.database.transaction(async (tx) => {
        for (const claim of claims) await claimTrial(tx, deps.secret, teamId, claim);
      });
    } catch (error) {
      await abandon(deps, teamId, attemptId, context);
      throw error;
    }
  }
  const trial = price.name === 'trial' ? { priceId: price.id, days: TRIAL_DAYS } : null;
  const paid = provider.subscribe({
    customerId,
    teamId,
    attemptId,
    currency,
    paymentMethodId: method?.id,
    priceId: plan.id,
    trial,
  });
  return { ...(await observing(deps, teamId, context, unlessRefused(deps, customerId, method, paid))), price };
}

/** One-off purchase. @throws CatalogueError as `subscribe`, payment_method_required */
export async function buyAddon(deps: ObserverDeps, teamId: string, context: RequestContext): Promise<PaymentStep> {
  const { provider, subscriptions } = deps;
  await checkRefusals(deps.database, teamId);
  const price = await findPrice(provider, { name: 'support_addon' });
  const customerId = await ensureCustomer(deps, teamId, { ...context, now: new Date() });
  const [method] = (await provider.paymentMethods(customerId)).toSorted(
    (a, b) => Number(b.isDefault) - Number(a.isDefault),
  );
  if (method === undefined) throw new CatalogueError('payment_method_required');
  const { state } = await subscriptions.load(teamId);
  const currency = await chosenCurrency(provider, { currency: currentSubscription(state)?.currency });
  const attemptId = await startCheckout(deps, { teamId, purpose: 'addon', price, currency }, context);
  const order = { customerId, teamId, attemptId, currency, paymentMethodId: method.id, priceId: price.id };
  return observing(deps, teamId, context, provider.buy(order));
}

/** Logs the call's effects before the caller is answered, even on failure. */
export async function observing<T>(
  deps: ObserverDeps,
  teamId: string,
  context: RequestContext,
  call: Promise<T>,
): Promise<T> {
  const [outcome] = await Promise.allSettled([call]);
  await observe(deps, teamId, context);
  if (outcome.status === 'fulfilled') return outcome.value;
  const { reason } = outcome;
  if (reason instanceof CatalogueError && reason.status === 402) {
    await noteRefusal(deps.database, teamId);
    deps.onDeclined?.(reason.code);
  }
  throw reason;
}

export interface Start {
  readonly teamId: string;
  readonly purpose: 'subscribe' | 'addon' | 'pack';
  readonly price: Price;
  readonly currency: string;
  readonly attemptId?: string;
}

async function startCheckout(deps: ObserverDeps, start: Start, context: RequestContext): Promise<string> {
  const { attemptId } = (await openAttempt(deps, start, context)).checkout ?? {};
  if (attemptId === undefined) throw new Error(`Team ${start.teamId} has no attempt after it was started`);
  return attemptId;
}

/** The state with the attempt, unless it is over. */
export async function openAttempt(deps: ObserverDeps, start: Start, context: RequestContext): Promise<BillingState> {
  const { teamId, purpose, price, currency, attemptId = randomUUID() } = start;
  await giveUpBefore(deps, start, context);
  const at = await deps.provider.now();
  const { state } = await deps.subscriptions.handle(
    teamId,
    decide.startCheckout({ teamId, attemptId, purpose, price: price.name, currency, at }),
    { ...context, now: new Date(), commandId: randomUUID() },
  );
  return state;
}

/** Abandons an earlier attempt that differs or failed: the provider repeats a failed call's failure for a day. */
async function giveUpBefore(deps: ObserverDeps, start: Start, context: RequestContext): Promise<void> {
  const { teamId, price, currency, attemptId: wanted } = start;
  const { state, snapshot } = await observe(deps, teamId, context);
  const { checkout } = state;
  if (checkout === null) return;
  const { attemptId, expiresAt } = checkout;
  const isSame =
    checkout.price === price.name && checkout.currency === currency && (wanted === undefined || wanted === attemptId);
  const made = [...snapshot.subscriptions, ...snapshot.invoices].find((one) => one.attemptId === attemptId);
  if (isSame && made !== undefined) return;
  const invoice = snapshot.invoices.find((one) => one.attemptId === attemptId && one.status === 'open');
  const unpaid = invoice && { invoiceId: invoice.id, subscriptionId: invoice.subscriptionId };
  const startedAt = new Date(expiresAt).getTime() - CHECKOUT_EXPIRES_MS;
  // Another tab may be calling the provider right now.
  const mayBeUnderWay = (await deps.provider.now()).getTime() - startedAt < UNDER_WAY_MS;
  const isGone = unpaid === undefined ? !mayBeUnderWay : await deps.provider.withdraw(unpaid);
  if (isGone) await abandon(deps, teamId, attemptId, context);
  await observe(deps, teamId, context);
}

async function abandon(
  { subscriptions }: ObserverDeps,
  teamId: string,
  attemptId: string,
  context: RequestContext,
): Promise<void> {
  const commandId = derivedId('abandon-checkout', teamId, attemptId);
  await subscriptions.handle(teamId, decide.abandonCheckout(teamId, attemptId), {
    ...context,
    now: new Date(),
    commandId,
  });
}
