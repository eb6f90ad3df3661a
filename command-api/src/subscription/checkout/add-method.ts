import type { PaymentMethod } from '@clearcut/platform/payments/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ObserverDeps } from '../sync.ts';

/**
 * Replaces earlier entries of the same card or account, except the one that pays.
 * @throws CatalogueError amex_not_accepted, payment_method_not_found
 */
export async function addMethod(
  { provider }: Pick<ObserverDeps, 'provider'>,
  customerId: string,
  id: string,
): Promise<PaymentMethod> {
  const method = await provider.attach(customerId, id);
  const known = await provider.paymentMethods(customerId);
  const twins = known.filter((one) => one.id !== method.id && !one.isDefault && isSame(one, method));
  for (const twin of twins) await provider.detach(twin.id);
  return method;
}

/** The provider keeps an entry for each time that a card or account was added. */
export const isSame = (one: PaymentMethod, other: PaymentMethod): boolean =>
  one.type === other.type && one.fingerprint === other.fingerprint;

/** Keeps one entry for each card or account, preferably the one that pays. */
export const withoutDuplicates = (methods: readonly PaymentMethod[]): readonly PaymentMethod[] =>
  methods.filter((method) => {
    const same = methods.filter((other) => isSame(other, method));
    return (same.find(({ isDefault }) => isDefault) ?? same[0]) === method;
  });

/** Removes a method that was added for a payment and then refused. */
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
