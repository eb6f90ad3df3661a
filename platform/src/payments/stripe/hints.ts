import type { Stripe } from 'stripe';
import type { Hint } from '../port.ts';

/** Refunds and disputes name only the charge. */
export async function hintOf(stripe: Stripe, { id, type, created, data }: Stripe.Event): Promise<Hint> {
  const object: object = data.object;
  return { id, type, at: new Date(created * 1000), customerId: await customerOf(stripe, object) };
}

async function customerOf(stripe: Stripe, object: object): Promise<string | null> {
  if ('object' in object && object.object === 'customer' && 'id' in object) return String(object.id);
  if ('customer' in object) return customerId(object.customer);
  if (!('charge' in object) || typeof object.charge !== 'string') return null;
  return customerId((await stripe.charges.retrieve(object.charge)).customer);
}

function customerId(customer: unknown): string | null {
  if (typeof customer === 'string') return customer;
  return typeof customer === 'object' && customer !== null && 'id' in customer ? String(customer.id) : null;
}
