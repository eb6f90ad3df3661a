import { CatalogueError } from '@clearcut/schemas/errors';
import type { Stripe } from 'stripe';
import type { PaymentMethod, PaymentProvider } from '../port.ts';

type Methods = Pick<
  PaymentProvider,
  'setupIntent' | 'attach' | 'paymentMethods' | 'setDefaultPaymentMethod' | 'detach'
>;

export function paymentMethodsOf(stripe: Stripe): Methods {
  return {
    async setupIntent(customer) {
      const intent = await stripe.setupIntents.create({
        customer,
        usage: 'off_session',
        allowed_payment_method_types: ['card', 'paypal'],
      });
      if (intent.client_secret === null) throw new Error(`${intent.id} came without its secret`);
      return { clientSecret: intent.client_secret };
    },
    attach: (customerId, paymentMethodId) => attach(stripe, customerId, paymentMethodId),
    paymentMethods: (customerId) => list(stripe, customerId),
    async setDefaultPaymentMethod(customer, paymentMethodId, subscriptionId) {
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: paymentMethodId } });
      if (subscriptionId === undefined) return;
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId });
    },
    async detach(paymentMethodId) {
      await stripe.paymentMethods.detach(paymentMethodId);
    },
  };
}

const customerOf = ({ customer }: Stripe.PaymentMethod): string | null =>
  typeof customer === 'string' ? customer : (customer?.id ?? null);

/** docs/product.md, Billing. */
const REFUSED_BRAND = 'amex';

/**
 * A set-up may have attached the method itself.
 * @throws CatalogueError amex_not_accepted; payment_method_not_found
 */
async function attach(stripe: Stripe, customer: string, id: string): Promise<PaymentMethod> {
  const given = await stripe.paymentMethods.retrieve(id).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'resource_missing';
    throw isMissing ? new CatalogueError('payment_method_not_found', { cause: error }) : error;
  });
  const owner = customerOf(given);
  if (owner !== null && owner !== customer) throw new CatalogueError('payment_method_not_found');
  if (given.card?.brand === REFUSED_BRAND) {
    if (owner !== null) await stripe.paymentMethods.detach(id);
    throw new CatalogueError('amex_not_accepted');
  }
  return viewOf(owner === customer ? given : await stripe.paymentMethods.attach(id, { customer }), null);
}

async function list(stripe: Stripe, customer: string): Promise<readonly PaymentMethod[]> {
  const [{ data }, standard] = await Promise.all([
    stripe.customers.listPaymentMethods(customer, { limit: 100 }),
    payingMethodOf(stripe, customer),
  ]);
  return data.map((one) => viewOf(one, standard));
}

export async function payingMethodOf(stripe: Stripe, customerId: string): Promise<string | null> {
  const [customer, { data }] = await Promise.all([
    stripe.customers.retrieve(customerId),
    stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
  ]);
  const running = data.find(({ status, ended_at: endedAt }) => endedAt === null && status !== 'incomplete');
  const standard = customer.deleted === true ? null : customer.invoice_settings.default_payment_method;
  return idOf(running?.default_payment_method ?? standard);
}

const idOf = (method: string | Stripe.PaymentMethod | null): string | null =>
  typeof method === 'string' ? method : (method?.id ?? null);

function viewOf({ id, type, card, paypal }: Stripe.PaymentMethod, standard: string | null): PaymentMethod {
  return {
    id,
    type: type === 'paypal' ? 'paypal' : 'card',
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
    isDefault: id === standard,
    fingerprint: card?.fingerprint ?? paypal?.payer_id ?? null,
  };
}
