import { CatalogueError } from '@clearcut/schemas/errors';
import type { Stripe } from 'stripe';
import type { PaymentMethod } from '../port.ts';

const customerOf = ({ customer }: Stripe.PaymentMethod): string | null =>
  typeof customer === 'string' ? customer : (customer?.id ?? null);

/** @throws CatalogueError payment_method_not_found when there is none, or it belongs to another customer */
export async function attach(stripe: Stripe, customer: string, id: string): Promise<PaymentMethod> {
  const given = await stripe.paymentMethods.retrieve(id).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'resource_missing';
    throw isMissing ? new CatalogueError('payment_method_not_found', { cause: error }) : error;
  });
  const owner = customerOf(given);
  if (owner !== null && owner !== customer) throw new CatalogueError('payment_method_not_found');
  return viewOf(owner === customer ? given : await stripe.paymentMethods.attach(id, { customer }), null);
}

export async function list(stripe: Stripe, customer: string): Promise<readonly PaymentMethod[]> {
  const [{ data }, standard] = await Promise.all([
    stripe.customers.listPaymentMethods(customer, { limit: 100 }),
    defaultOf(stripe, customer),
  ]);
  return data.map((one) => viewOf(one, standard));
}

export async function defaultOf(stripe: Stripe, customerId: string): Promise<string | null> {
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted === true) return null;
  const standard = customer.invoice_settings.default_payment_method;
  return typeof standard === 'string' ? standard : (standard?.id ?? null);
}

function viewOf({ id, type, card }: Stripe.PaymentMethod, standard: string | null): PaymentMethod {
  return {
    id,
    type: type === 'paypal' ? 'paypal' : 'card',
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
    isDefault: id === standard,
    fingerprint: card?.fingerprint ?? null,
  };
}
