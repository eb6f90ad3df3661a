import type { PaymentMethod } from '@clearcut/platform/payments/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ObserverDeps } from '../sync.ts';
import { runningSubscription } from '../shown.ts';

export async function listMethods(
  { subscriptions, provider }: ObserverDeps,
  teamId: string,
): Promise<readonly PaymentMethod[]> {
  const { state } = await subscriptions.load(teamId);
  return state.customerId === null ? [] : provider.paymentMethods(state.customerId);
}

/** From now on it pays, also for a plan that runs already. */
export async function setDefault(deps: ObserverDeps, teamId: string, customerId: string, id: string): Promise<void> {
  const { state } = await deps.subscriptions.load(teamId);
  const method = await deps.provider.attach(customerId, id);
  await deps.provider.setDefaultPaymentMethod(customerId, method.id, runningSubscription(state)?.id);
}

/** @throws CatalogueError payment_method_not_found, payment_method_in_use */
export async function removeMethod(deps: ObserverDeps, teamId: string, id: string): Promise<void> {
  const methods = await listMethods(deps, teamId);
  const method = methods.find((one) => one.id === id);
  if (method === undefined) throw new CatalogueError('payment_method_not_found');
  const { state } = await deps.subscriptions.load(teamId);
  const pays = method.isDefault || methods.length === 1;
  if (pays && runningSubscription(state) !== undefined) throw new CatalogueError('payment_method_in_use');
  await deps.provider.detach(id);
}
