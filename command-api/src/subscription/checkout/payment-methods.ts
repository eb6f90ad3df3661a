import type { PaymentMethod } from '@clearcut/platform/payments/port';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ObserverDeps } from '../sync.ts';
import type { Asked } from './checkout.ts';
import { runningSubscription } from '../billing-view.ts';

export async function listMethods(
  { subscriptions, provider }: ObserverDeps,
  teamId: string,
): Promise<readonly PaymentMethod[]> {
  const { state } = await subscriptions.load(teamId);
  return state.customerId === null ? [] : provider.paymentMethods(state.customerId);
}

/**
 * Adds a payment method. The same card or account added before goes, unless it is the one that pays.
 * @throws CatalogueError amex_not_accepted, payment_method_not_found
 */
export async function addMethod(
  { provider }: Pick<ObserverDeps, 'provider'>,
  customerId: string,
  id: string,
): Promise<PaymentMethod> {
  const method = await provider.attach(customerId, id);
  const known = await provider.paymentMethods(customerId);
  const twins = known.filter(
    (one) =>
      one.id !== method.id && !one.isDefault && one.type === method.type && one.fingerprint === method.fingerprint,
  );
  for (const twin of twins) await provider.detach(twin.id);
  return method;
}

/** A method that was added for a payment, and refused, does not stay. */
export async function unlessRefused<T>(
  { provider }: Pick<ObserverDeps, 'provider'>,
  customerId: string,
  added: PaymentMethod | undefined,
  payment: Promise<T>,
): Promise<T> {
  try {
    return await payment;
  } catch (error) {
    if (added !== undefined && error instanceof CatalogueError && error.status === 402) {
      const listed = (await provider.paymentMethods(customerId)).find(({ id }) => id === added.id);
      if (listed?.isDefault === false) await provider.detach(added.id);
    }
    throw error;
  }
}

export async function setDefault(
  deps: ObserverDeps,
  teamId: string,
  { customerId, id }: { readonly customerId: string; readonly id: string },
  asked: Asked,
): Promise<void> {
  const { state } = await deps.subscriptions.load(teamId);
  const method = await addMethod(deps, customerId, id);
  await deps.provider.setDefaultPaymentMethod(customerId, method.id, runningSubscription(state)?.id);
  // The one that paid until now may be the same card.
  await addMethod(deps, customerId, method.id);
  await record(deps, teamId, 'default-set', asked);
}

/** @throws CatalogueError payment_method_not_found, payment_method_in_use */
export async function removeMethod(deps: ObserverDeps, teamId: string, id: string, asked: Asked): Promise<void> {
  const methods = await listMethods(deps, teamId);
  const method = methods.find((one) => one.id === id);
  if (method === undefined) throw new CatalogueError('payment_method_not_found');
  const { state } = await deps.subscriptions.load(teamId);
  const pays = method.isDefault || methods.length === 1;
  if (pays && runningSubscription(state) !== undefined) throw new CatalogueError('payment_method_in_use');
  await deps.provider.detach(id);
  await record(deps, teamId, 'removed', asked);
}

function record(
  { subscriptions }: ObserverDeps,
  teamId: string,
  change: 'default-set' | 'removed',
  asked: Asked,
): Promise<unknown> {
  const commandId = derivedId('payment-method', teamId, change, asked.correlationId);
  return subscriptions.handle(
    teamId,
    { type: 'ChangePaymentMethod', teamId, change },
    { ...asked, now: new Date(), commandId },
  );
}
