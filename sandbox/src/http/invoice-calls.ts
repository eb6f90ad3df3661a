import { z } from 'zod';
import { draft, makeVoid } from '../engine/invoices.ts';
import { findOrThrow, invalid, type Invoice, type World } from '../engine/model.ts';
import { amountOf, lineOf, priceOf, totalOf } from '../engine/money.ts';
import { charge, finalize, paymentBy, refund, throwRefusal } from '../engine/payments.ts';
import { end, expirePending, linesOfChange } from '../engine/subscriptions.ts';
import {
  byCharge,
  byCustomer,
  byId,
  byPayment,
  bySubscription,
  type Call,
  call,
  expand,
  flag,
  items,
  metadata,
  none,
  number,
  page,
  tax,
} from './call.ts';
import { show } from '../objects/lookup.ts';
import { disputeObject, intentObject, invoiceObject, lineObject, listOf, refundObject } from '../objects/objects.ts';

const invoiceOf = ({ account }: World, id: string): Invoice => findOrThrow(account.invoices, id, 'invoice');

const confirmParams = z.strictObject({
  payment_method: z.string(),
  return_url: z.string(),
  expand,
  client_secret: z.string().optional(),
});

function confirmIntent(
  world: World,
  id: string,
  { payment_method, return_url }: z.infer<typeof confirmParams>,
): object {
  const { invoice, payment } = paymentBy(world, id);
  if (payment.status === 'succeeded')
    throw invalid('You cannot confirm this PaymentIntent because it has already succeeded', {
      code: 'payment_intent_unexpected_state',
    });
  charge(world, invoice, payment_method, { present: true, returnUrl: return_url });
  throwRefusal(payment);
  return intentObject(world, invoice, payment);
}

export const invoiceCalls: readonly Call[] = [
  call('GET', 'invoices', byCustomer, z.strictObject({ customer: z.string(), ...page }), (world) =>
    listOf(world.account.invoices.map((one) => invoiceObject(world, one)).toReversed(), '/v1/invoices'),
  ),
  call('GET', 'invoices/:id', byId, none, (world, id) => show(world, id, 'invoice')),
  call(
    'POST',
    'invoices',
    byCustomer,
    z.strictObject({
      customer: z.string(),
      currency: z.string(),
      pending_invoice_items_behavior: z.literal('exclude'),
      auto_advance: flag,
      automatic_tax: tax,
      metadata,
      expand,
    }),
    (world, _id, { currency, metadata: noted }) => {
      const made = draft(world, { subscription: null, reason: 'manual', currency, lines: [], metadata: noted });
      return show(world, made.id, 'invoice');
    },
  ),
  call(
    'POST',
    'invoices/:id/add_lines',
    byId,
    z.strictObject({
      lines: z.array(z.strictObject({ pricing: z.strictObject({ price: z.string() }), quantity: number })),
      expand,
    }),
    (world, id, { lines }) => {
      const invoice = invoiceOf(world, id);
      for (const { pricing } of lines) {
        const amount = amountOf(priceOf(world, pricing.price), invoice.currency);
        const line = { priceId: pricing.price, amount, proration: false, from: world.now, to: world.now };
        invoice.lines.push(lineOf(world, line));
      }
      return show(world, id, 'invoice');
    },
  ),
  call('POST', 'invoices/:id/void', byId, none, (world, id) => {
    const invoice = invoiceOf(world, id);
    if (invoice.status !== 'open') throw invalid(`You can only void an open invoice. This one is ${invoice.status}.`);
    const changing = world.account.subscriptions.find(({ pending }) => pending?.invoiceId === id);
    if (changing === undefined) makeVoid(world, invoice);
    else expirePending(world, changing);
    const unpaid = world.account.subscriptions.find((one) => one.id === invoice.subscriptionId);
    if (unpaid?.status === 'incomplete') end(world, unpaid, 'incomplete_expired');
    return show(world, id, 'invoice');
  }),
  call('POST', 'invoices/:id/finalize', byId, none, (world, id) => {
    finalize(world, invoiceOf(world, id));
    return show(world, id, 'invoice');
  }),
  call(
    'POST',
    'invoices/create_preview',
    bySubscription,
    z.strictObject({
      subscription: z.string(),
      subscription_details: z.strictObject({
        items,
        proration_behavior: z.literal('always_invoice'),
        proration_date: number.optional(),
        trial_end: z.literal('now').optional(),
      }),
      expand,
    }),
    (world, _id, { subscription: id, subscription_details: wanted }) => {
      const subscription = findOrThrow(world.account.subscriptions, id, 'subscription');
      const lines = linesOfChange(world, subscription, {
        priceId: wanted.items[0]?.price ?? '',
        endsTrial: wanted.trial_end === 'now',
        at: wanted.proration_date ?? world.now,
      });
      const total = totalOf({ lines });
      const { currency } = subscription;
      const shown = lines.map((line) => lineObject(line, { currency }));
      const listed = listOf(shown, '/v1/invoices/upcoming/lines');
      return { object: 'invoice', currency, total, amount_due: Math.max(0, total), lines: listed };
    },
  ),
  call(
    'GET',
    'payment_intents/:id',
    byId,
    z.strictObject({ client_secret: z.string().optional(), expand }),
    (world, id) => show(world, id, 'payment_intent'),
  ),
  call('POST', 'payment_intents/:id/confirm', byId, confirmParams, confirmIntent),
  call('GET', 'charges', byCustomer, z.strictObject({ customer: z.string(), ...page }), (world) =>
    listOf(
      world.account.invoices
        .flatMap(({ payment }) => (payment?.charge ? [show(world, payment.charge.id, 'charge')] : []))
        .toReversed(),
      '/v1/charges',
    ),
  ),
  call('POST', 'refunds', byPayment, z.strictObject({ payment_intent: z.string(), expand }), (world, _id, params) => {
    const { charge: taken } = paymentBy(world, params.payment_intent).payment;
    const given = taken?.refunds.reduce((sum, one) => sum + (one.failed ? 0 : one.amount), 0) ?? 0;
    refund(world, params.payment_intent, (taken?.amount ?? 0) - given);
    return show(world, taken?.refunds.at(-1)?.id ?? '', 'refund');
  }),
  call('GET', 'refunds', byCharge, z.strictObject({ charge: z.string(), ...page }), (world, _id, params) => {
    const { charge: taken } = paymentBy(world, params.charge).payment;
    return listOf(taken === null ? [] : taken.refunds.map((one) => refundObject(taken, one)), '/v1/refunds');
  }),
  call('GET', 'charges/:id', byId, none, (world, id) => show(world, id, 'charge')),
  call('GET', 'disputes', byCharge, z.strictObject({ charge: z.string(), ...page }), (world, _id, params) => {
    const { charge: taken } = paymentBy(world, params.charge).payment;
    const found = taken === null ? undefined : disputeObject(taken);
    return listOf(found === undefined ? [] : [found], '/v1/disputes');
  }),
  call(
    'POST',
    'billing_portal/sessions',
    byCustomer,
    z.strictObject({ customer: z.string(), return_url: z.string(), configuration: z.string().optional(), expand }),
    ({ account }, _id, { return_url: back }) => ({
      object: 'billing_portal.session',
      url: `/dev/stripe/portal/${account.id}?${new URLSearchParams({ back }).toString()}`,
    }),
  ),
];
