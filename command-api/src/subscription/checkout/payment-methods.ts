import type { PaymentMethod } from '@clearcut/platform/payments/port';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import { changePaymentMethod } from '../domain/subscription.ts';
import type { ObserverDeps } from '../sync.ts';
import { addMethod, isSame, withoutDuplicates } from './add-method.ts';
import type { RequestContext } from './checkout.ts';
import { runningSubscription } from '../billing-view.ts';

/** A card that was added but never chosen, as after a reload in between, may already be stored. */
export const listMethods = async (deps: ObserverDeps, teamId: string): Promise<readonly PaymentMethod[]> =>
  withoutDuplicates(await keptMethods(deps, teamId));

async function keptMethods(
  { subscriptions, provider }: ObserverDeps,
  teamId: string,
): Promise<readonly PaymentMethod[]> {
  const { state } = await subscriptions.load(teamId);
  return state.customerId === null ? [] : provider.paymentMethods(state.customerId);
}

export async function setDefault(
  deps: ObserverDeps,
  teamId: string,
  { customerId, id }: { readonly customerId: string; readonly id: string },
  context: RequestContext,
): Promise<void> {
  const { state } = await deps.subscriptions.load(teamId);
  const method = await addMethod(deps, customerId, id);
  await deps.provider.setDefaultPaymentMethod(customerId, method.id, runningSubscription(state)?.id);
  // The one that paid until now may be the same card.
  await addMethod(deps, customerId, method.id);
  await record(deps, teamId, 'default-set', context);
}

/** @throws CatalogueError payment_method_not_found, payment_method_in_use */
export async function removeMethod(
  deps: ObserverDeps,
  teamId: string,
  id: string,
  context: RequestContext,
): Promise<void> {
  const methods = await keptMethods(deps, teamId);
  const method = methods.find((one) => one.id === id);
  if (method === undefined) throw new CatalogueError('payment_method_not_found');
  const same = methods.filter((one) => isSame(one, method));
  const { state } = await deps.subscriptions.load(teamId);
  const pays = same.some(({ isDefault }) => isDefault) || same.length === methods.length;
  if (pays && runningSubscription(state) !== undefined) throw new CatalogueError('payment_method_in_use');
  for (const one of same) await deps.provider.detach(one.id);
  await record(deps, teamId, 'removed', context);
}

function record(
  { subscriptions }: ObserverDeps,
  teamId: string,
  change: 'default-set' | 'removed',
  context: RequestContext,
): Promise<unknown> {
  const commandId = derivedId('payment-method', teamId, change, context.correlationId);
  return subscriptions.handle(teamId, changePaymentMethod({ teamId, change }), {
    ...context,
    now: new Date(),
    commandId,
  });
}
