import type { World } from '../engine/model.ts';
import { missing } from '../engine/model.ts';
import {
  chargeObject,
  customerObject,
  disputeObject,
  intentObject,
  invoiceObject,
  methodObject,
  priceObject,
  refundObject,
  scheduleObject,
  subscriptionObject,
} from './objects.ts';

/** A customer's object or a price in Stripe's shape; undefined if unknown. */
export function lookUp(world: World, id: string): object | undefined {
  const { account, prices } = world;
  if (id === account.id) return customerObject(account);
  const price = prices.get(id);
  if (price !== undefined) return priceObject(price);
  const method = account.methods.find((one) => one.id === id);
  if (method !== undefined) return methodObject(world, method);
  for (const subscription of account.subscriptions) {
    if (subscription.id === id) return subscriptionObject(world, subscription);
    if (subscription.schedule?.id === id) return scheduleObject(subscription);
  }
  for (const invoice of account.invoices) {
    if (invoice.id === id) return invoiceObject(world, invoice);
    const { payment } = invoice;
    if (payment === null) continue;
    if (payment.id === id) return intentObject(world, invoice, payment);
    const { charge } = payment;
    if (charge === null) continue;
    if (charge.id === id) return chargeObject(world, invoice, payment, charge);
    if (charge.dispute?.id === id) return disputeObject(charge);
    const refund = charge.refunds.find((one) => one.id === id);
    if (refund !== undefined) return refundObject(charge, refund);
  }
  return undefined;
}

/** @throws StripeRefusal */
export function show(world: World, id: string, what: string): object {
  const found = lookUp(world, id);
  if (found === undefined) throw missing(what, id);
  return found;
}

/** Fields that Stripe omits unless expanded. */
const ON_REQUEST: Readonly<Record<string, readonly string[]>> = {
  invoice: ['confirmation_secret', 'payments'],
  price: ['currency_options'],
  charge: ['refunds'],
};

interface Wanted {
  [field: string]: Wanted;
}

/** Without a prototype, which a field could name. */
const none = (): Wanted => Object.create(null) as Wanted;

/** Replaces the ids named in `expand` by their objects, at most four levels deep, like Stripe. */
export function expanded(world: World | undefined, answer: object, expand: readonly string[]): object {
  const wanted = none();
  for (const path of expand) {
    let at = wanted;
    for (const field of path.split('.').slice(0, 4)) at = at[field] ??= none();
  }
  return present(world, answer, wanted);
}

function present(world: World | undefined, value: object, wanted: Wanted): object {
  const kind = 'object' in value && typeof value.object === 'string' ? value.object : '';
  const shown = Object.entries(value).flatMap(([field, member]: [string, unknown]) => {
    const want = wanted[field];
    if (want === undefined && ON_REQUEST[kind]?.includes(field) === true) return [];
    return [[field, memberOf(world, member, want)]];
  });
  return Object.fromEntries(shown) as object;
}

function memberOf(world: World | undefined, member: unknown, want: Wanted | undefined): unknown {
  if (Array.isArray(member)) {
    return member.map((one: unknown) =>
      typeof one === 'object' && one !== null ? present(world, one, want ?? {}) : one,
    );
  }
  if (typeof member === 'object' && member !== null) return present(world, member, want ?? {});
  if (want === undefined || typeof member !== 'string' || world === undefined) return member;
  const found = lookUp(world, member);
  return found === undefined ? member : present(world, found, want);
}
