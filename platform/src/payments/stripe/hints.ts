import { CatalogueError } from '@clearcut/schemas/errors';
import type { Stripe } from 'stripe';
import type { Hint, PaymentProvider } from '../port.ts';
import { HINT_TYPES } from './names.ts';

const MAX_HINTS = 10_000;

/** @param webhookSecret undefined: refuses webhooks, since anyone could sign with an empty secret */
export function hintsOf(
  stripe: Stripe,
  webhookSecret: string | undefined,
): Pick<PaymentProvider, 'readWebhook' | 'hintsSince'> {
  return {
    async readWebhook(body, signature) {
      if (webhookSecret === undefined) throw new CatalogueError('webhook_signature_invalid');
      return hintOf(stripe, eventOf(stripe, body, signature, webhookSecret));
    },
    async hintsSince(since) {
      const found = await stripe.events
        .list({ created: { gte: Math.floor(since.getTime() / 1000) }, types: [...HINT_TYPES], limit: 100 })
        .autoPagingToArray({ limit: MAX_HINTS });
      const hints = await Promise.all(found.map((event) => hintOf(stripe, event)));
      return hints.toReversed();
    },
  };
}

function eventOf(stripe: Stripe, body: Buffer, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    throw new CatalogueError('webhook_signature_invalid', { cause: error });
  }
}

/** Refunds and disputes name only the charge. */
async function hintOf(stripe: Stripe, { id, type, created, data }: Stripe.Event): Promise<Hint> {
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
