/** What the product asks of a payment provider, on the adapter for Stripe and the stand-in behind it. */
import { randomUUID } from 'node:crypto';
import {
  answerBank,
  closeDispute,
  dispute,
  failRefund,
  refund,
} from '@clearcut/command-api/sandbox/stripe/engine/payments';
import type { World } from '@clearcut/command-api/sandbox/stripe/engine/model';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { signatureOf } from '@clearcut/command-api/sandbox/stripe/webhooks';
import { SANDBOX_KEYS } from '@clearcut/command-api/sandbox/stripe/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { DAY, openTill, subscribed, type Till } from './harness.ts';

let testDatabase: TestDatabase;
let database: Database;
let till: Till;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, { name: 'payments' });
  till = await openTill(database);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const refusal = (code: string): unknown => expect.objectContaining({ code });
const paymentOf = ({ account }: World): string => account.invoices.at(-1)?.payment?.id ?? '';

test('setting up twice makes everything once', async () => {
  const { made } = await till.provider.setUp(
    {
      currencies: ['usd'],
      prices: Object.fromEntries((await till.provider.prices()).map(({ name, amounts }) => [name, amounts])) as never,
    },
    undefined,
  );
  expect(made).toEqual([]);
});

test('a plan is paid and runs for a month', async () => {
  const { step, subscription, snapshot } = await subscribed(till);
  expect(step).toMatchObject({ status: 'succeeded' });
  expect(await subscription()).toMatchObject({ status: 'active', price: 'starter', endsAt: null, scheduled: null });
  expect((await snapshot()).invoices).toMatchObject([
    { status: 'paid', total: 2900, lines: [{ price: 'starter', amount: 2900, isProration: false }] },
  ]);
});

test('the same attempt makes no second subscription', async () => {
  const { order, snapshot } = await subscribed(till);
  await expect(till.provider.subscribe(order)).resolves.toMatchObject({ status: 'succeeded' });
  expect((await snapshot()).subscriptions).toHaveLength(1);
});

test('a trial costs a dollar, becomes a month of the plan after seven days, and a month later another', async () => {
  const { subscription, snapshot } = await subscribed(till, { trial: true });
  expect(await subscription()).toMatchObject({ status: 'trialing' });
  await till.standIn.advance(7 * DAY + 2 * 60 * 60);
  expect(await subscription()).toMatchObject({ status: 'active', price: 'starter' });
  await till.standIn.advance(31 * DAY);
  const { invoices } = await snapshot();
  expect(invoices.map(({ status, total }) => [status, total])).toEqual([
    ['paid', 100],
    ['paid', 2900],
    ['paid', 2900],
  ]);
});

test.for([
  ['pm_card_chargeDeclined', 'card_declined'],
  ['pm_card_chargeDeclinedLostCard', 'card_declined'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'card_expired'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'card_cvc_incorrect'],
  ['pm_card_chargeDeclinedProcessingError', 'card_processing_error'],
] as const)('%s is refused as %s', async ([pm, code]) => {
  await expect(subscribed(till, { pm })).rejects.toThrow(refusal(code));
});

test('a payment that the bank asks about waits for the person, who may refuse', async () => {
  const { customerId, step, subscription } = await subscribed(till, { pm: 'pm_card_authenticationRequired' });
  expect(step).toMatchObject({ status: 'requires_action', redirectUrl: expect.stringContaining('/bank/') as string });
  expect(await subscription()).toMatchObject({ status: 'incomplete' });
  await till.standIn.act(customerId, (world) => void answerBank(world, paymentOf(world), false));
  expect(await subscription()).toMatchObject({ status: 'incomplete' });
  const [{ id } = { id: '' }] = (await till.provider.snapshot(customerId)).invoices;
  expect(await till.provider.pay(id, 'pm_card_authenticationRequired')).toMatchObject({ status: 'requires_action' });
  await till.standIn.act(customerId, (world) => void answerBank(world, paymentOf(world), true));
  expect(await subscription()).toMatchObject({ status: 'active' });
});

test('a start that is not paid ends after 23 hours', async () => {
  const { subscription } = await subscribed(till, { pm: 'pm_card_authenticationRequired' });
  await till.standIn.advance(DAY);
  expect(await subscription()).toMatchObject({ status: 'incomplete_expired' });
});

test('an upgrade charges for what is left of the period, as the preview says', async () => {
  const { subscription, snapshot } = await subscribed(till);
  await till.standIn.advance(15 * DAY);
  const { id: priceId } = await till.priceOf('ultimate');
  const { amountDue, prorationDate } = await till.provider.previewSwitch(await subscription(), priceId);
  const change = { attemptId: randomUUID(), priceId, prorationDate, endTrial: false };
  expect(await till.provider.switchNow(await subscription(), change)).toMatchObject({ status: 'succeeded' });
  const last = (await snapshot()).invoices.at(-1);
  expect(last).toMatchObject({
    status: 'paid',
    total: amountDue,
    lines: [{ isProration: true }, { isProration: true }],
  });
  expect(await subscription()).toMatchObject({ price: 'ultimate' });
});

test('an upgrade that is not paid changes nothing', async () => {
  const { customerId, subscription } = await subscribed(till);
  await till.standIn.act(customerId, ({ account }) => {
    account.failsNext = true;
  });
  const { id: priceId } = await till.priceOf('pro');
  const change = { attemptId: randomUUID(), priceId, prorationDate: null, endTrial: false };
  await expect(till.provider.switchNow(await subscription(), change)).rejects.toThrow(refusal('card_declined'));
  expect(await subscription()).toMatchObject({ price: 'starter', hasPendingUpdate: true, status: 'active' });
});

test('a downgrade waits for the end of the period, and can be taken back', async () => {
  const { teamId, subscription } = await subscribed(till, { price: 'pro' });
  const { id: priceId } = await till.priceOf('starter');
  await till.provider.scheduleSwitch(await subscription(), { attemptId: randomUUID(), teamId, priceId });
  const { periodEnd } = await subscription();
  expect(await subscription()).toMatchObject({ price: 'pro', scheduled: { price: 'starter', at: periodEnd } });
  await till.provider.unschedule(await subscription());
  expect(await subscription()).toMatchObject({ price: 'pro', scheduled: null });
  await till.provider.scheduleSwitch(await subscription(), { attemptId: randomUUID(), teamId, priceId });
  await till.standIn.advance(32 * DAY);
  expect(await subscription()).toMatchObject({ price: 'starter', scheduled: null });
});

test('a cancelled plan runs to its end, unless it is resumed', async () => {
  const { subscription } = await subscribed(till);
  const { id, periodEnd } = await subscription();
  await till.provider.cancelAtEnd(id, { at: null, reason: 'Too dear' });
  expect(await subscription()).toMatchObject({ endsAt: periodEnd });
  await till.provider.resume(await subscription());
  expect(await subscription()).toMatchObject({ endsAt: null });
  await till.provider.cancelAtEnd(id, { at: null, reason: null });
  await till.standIn.advance(32 * DAY);
  expect(await subscription()).toMatchObject({ status: 'canceled' });
});

test('a renewal that fails is tried again for a week, then the plan ends', async () => {
  const { customerId, subscription, snapshot } = await subscribed(till);
  await till.standIn.act(customerId, ({ account }) => {
    for (const method of account.methods) Object.assign(method, { test: 'card_chargeCustomerFail' });
  });
  await till.standIn.advance(32 * DAY);
  expect(await subscription()).toMatchObject({ status: 'past_due' });
  expect((await snapshot()).invoices.at(-1)).toMatchObject({ status: 'open', hasFailed: true });
  await till.standIn.advance(9 * DAY);
  expect(await subscription()).toMatchObject({ status: 'canceled' });
});

test('a failed renewal is paid by another card', async () => {
  const { customerId, subscription, snapshot } = await subscribed(till);
  await till.standIn.act(customerId, ({ account }) => {
    for (const method of account.methods) Object.assign(method, { test: 'card_chargeCustomerFail' });
  });
  await till.standIn.advance(31 * DAY + 4 * 60 * 60);
  expect(await subscription()).toMatchObject({ status: 'past_due' });
  const { id = '' } = (await snapshot()).invoices.at(-1) ?? {};
  expect(await till.provider.pay(id, 'pm_card_mastercard')).toMatchObject({ status: 'succeeded' });
  expect(await subscription()).toMatchObject({ status: 'active' });
});

test('refunds and disputes stand with the invoice that they are about', async () => {
  const { customerId, snapshot } = await subscribed(till);
  await till.standIn.act(customerId, (world) => refund(world, paymentOf(world), 1000));
  await till.standIn.act(customerId, (world) => dispute(world, paymentOf(world)));
  const [invoice] = (await snapshot()).invoices;
  expect(invoice).toMatchObject({
    refunds: [{ amount: 1000, of: 2900, hasFailed: false }],
    disputes: [{ amount: 2900, outcome: 'open' }],
  });
  await till.standIn.act(customerId, (world) => {
    const { charge } = world.account.invoices.at(-1)?.payment ?? {};
    failRefund(world, charge?.id ?? '', charge?.refunds[0]?.id ?? '');
    closeDispute(world, paymentOf(world), 'won');
  });
  expect((await snapshot()).invoices[0]).toMatchObject({
    refunds: [{ hasFailed: true }],
    disputes: [{ outcome: 'won' }],
  });
});

test('something is bought once on an invoice of its own', async () => {
  const { customerId, teamId, order, snapshot } = await subscribed(till);
  const { id: priceId } = await till.priceOf('support_addon');
  const bought = {
    customerId,
    teamId,
    attemptId: randomUUID(),
    currency: 'usd',
    paymentMethodId: order.paymentMethodId,
    priceId,
  };
  expect(await till.provider.buy(bought)).toMatchObject({ status: 'succeeded' });
  expect(await till.provider.buy(bought)).toMatchObject({ status: 'succeeded' });
  expect((await snapshot()).invoices.map(({ total }) => total)).toEqual([2900, 900]);
});

test('payment methods are listed, one of them by default, and taken away', async () => {
  const { customerId, subscription } = await subscribed(till);
  const { provider } = till;
  const { id } = await provider.attach(customerId, 'pm_card_mastercard');
  await provider.setDefaultPaymentMethod(customerId, id, (await subscription()).id);
  expect(await provider.paymentMethods(customerId)).toMatchObject([
    { brand: 'visa', last4: '4242', isDefault: false },
    { brand: 'mastercard', last4: '4444', isDefault: true },
  ]);
  await provider.detach(id);
  expect(await provider.paymentMethods(customerId)).toHaveLength(1);
  const other = await provider.createCustomer(randomUUID());
  const [{ id: foreign } = { id: '' }] = await provider.paymentMethods(customerId);
  await expect(provider.attach(other, foreign)).rejects.toThrow(refusal('payment_method_not_found'));
  await expect(provider.attach(other, 'pm_nothing')).rejects.toThrow(refusal('payment_method_not_found'));
});

test('a VAT number is kept with the customer, one at a time', async () => {
  const { customerId } = await subscribed(till);
  const details = { name: 'A', email: 'a@example.com', country: 'DE', line1: 'B', postalCode: '1', city: 'C' };
  const set = (vatNumber: string | undefined) => till.provider.setTaxDetails(customerId, { ...details, vatNumber });
  expect(await set('DE000000000')).toBe('verified');
  expect(await set('DE111111111')).toBe('unverified');
  expect(await set(undefined)).toBe('none');
  await expect(set('?')).rejects.toThrow(refusal('vat_number_invalid'));
});

test('a webhook is a hint of the customer it is about, if its signature is right', async () => {
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    created: 1_700_000_000,
    data: { object: { object: 'invoice', customer: 'cus_1' } },
  });
  const now = Math.floor(Date.now() / 1000);
  const read = (secret: string, at = now) =>
    till.provider.readWebhook(Buffer.from(body), signatureOf(body, secret, at));
  await expect(read(SANDBOX_KEYS.webhookSecret)).resolves.toMatchObject({ id: 'evt_1', customerId: 'cus_1' });
  await expect(read('whsec_wrong')).rejects.toThrow(refusal('webhook_signature_invalid'));
  await expect(read(SANDBOX_KEYS.webhookSecret, now - 301)).rejects.toThrow(refusal('webhook_signature_invalid'));
});

test('what happened is told oldest first, a refund of which customer it was too', async () => {
  const before = await till.standIn.now();
  const { customerId } = await subscribed(till);
  await till.standIn.act(customerId, (world) => refund(world, paymentOf(world), 1));
  const hints = (await till.provider.hintsSince(before)).filter((hint) => hint.customerId === customerId);
  expect(hints.map(({ type }) => type)).toEqual([
    'customer.subscription.created',
    'invoice.finalized',
    'invoice.paid',
    'customer.subscription.updated',
    'refund.created',
    'charge.refunded',
  ]);
});

test('an unknown parameter and an unknown address are refused as Stripe refuses them', async () => {
  const headers = { authorization: `Bearer ${SANDBOX_KEYS.secretKey}` };
  const ask = async (path: string, body?: string) => {
    const answer = await till.standIn.fetch(`https://api.stripe.com/v1/${path}`, {
      method: 'POST',
      headers,
      body: body ?? '',
    });
    return [answer.status, await answer.json()] as const;
  };
  expect(await ask('customers', 'metadata[teamId]=1&colour=red')).toMatchObject([400, { error: { param: 'colour' } }]);
  expect(await ask('coupons')).toMatchObject([404, { error: { type: 'invalid_request_error' } }]);
});
