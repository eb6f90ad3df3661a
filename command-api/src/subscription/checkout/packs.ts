import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { PaymentStep } from '@clearcut/platform/payments/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import { isPackPrice, type PriceName } from '@clearcut/schemas/subscription/prices';
import { ensureCustomer, recordRequester } from '../customers.ts';
import type { ObserverDeps } from '../sync.ts';
import { addMethod, unlessRefused } from './add-method.ts';
import { type RequestContext, observing, openAttempt } from './checkout.ts';
import { findPrice } from './offers.ts';
import { checkRefusals } from './refusals.ts';

interface PackOrder {
  readonly teamId: string;
  readonly priceId: string;
  readonly currency: string;
  readonly paymentMethodId: string;
  /** The asking page's: a repeat pays nothing more. */
  readonly attemptId: string;
}

const DONE: PaymentStep = { status: 'succeeded', clientSecret: null, redirectUrl: null };

/**
 * Buys credits once, with or without a plan. After a refusal, the same attempt is paid by another method.
 * @throws CatalogueError price_not_found, currency_not_offered, currency_locked, subscription_pending,
 * idempotency_key_reused, a card's
 */
export async function buyPack(deps: ObserverDeps, order: PackOrder, context: RequestContext): Promise<PaymentStep> {
  const { provider } = deps;
  const { teamId, currency } = order;
  await checkRefusals(deps.database, teamId);
  const price = await findPrice(provider, { id: order.priceId });
  if (!isPackPrice(price.name)) throw new CatalogueError('price_not_found');
  if (price.amounts[currency] === undefined) throw new CatalogueError('currency_not_offered');
  const customerId = await ensureCustomer(deps, teamId, { ...context, now: new Date() });
  await recordRequester(deps.database, teamId, context.actor);
  const attemptId = await attemptOf(deps, order, price.name);
  const state = await openAttempt(deps, { teamId, purpose: 'pack', price, currency, attemptId }, context);
  if (state.checkout?.attemptId !== attemptId) return DONE;
  const method = await addMethod(deps, customerId, order.paymentMethodId);
  const paid = provider.buy({
    customerId,
    teamId,
    attemptId,
    currency,
    paymentMethodId: method.id,
    priceId: price.id,
  });
  return observing(deps, teamId, context, unlessRefused(deps, customerId, method, paid));
}

/**
 * The provider's calls have keys derived from it, so an abandoned attempt is never continued.
 * @throws CatalogueError idempotency_key_reused by an order of something else that is paid or under way
 */
async function attemptOf(
  { subscriptions }: ObserverDeps,
  { teamId, attemptId, currency }: PackOrder,
  price: PriceName,
): Promise<string> {
  const { packAttempts, checkout } = (await subscriptions.load(teamId)).state;
  for (let turn = 0; ; turn += 1) {
    const id = derivedId('pack', teamId, attemptId, String(turn));
    const over = packAttempts.get(id);
    if (over?.end === 'abandoned') continue;
    const before = over ?? (checkout?.attemptId === id ? checkout : undefined);
    if (before !== undefined && (before.price !== price || before.currency !== currency)) {
      throw new CatalogueError('idempotency_key_reused');
    }
    return id;
  }
}
