/**
 * Behaviour of the stand-in that a test cannot ask Stripe for: actions of banks and colleagues, webhooks, unknown
 * calls.
 */
import { randomUUID } from 'node:crypto';
import { answerBank, closeDispute, dispute, failRefund, refund } from '@clearcut/sandbox/engine/payments';
import type { World } from '@clearcut/sandbox/engine/model';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { signatureOf } from '@clearcut/sandbox/webhooks';
import { SANDBOX_KEYS } from '@clearcut/sandbox/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { DAY, openTill, type StandInTill, subscribed } from './harness.ts';

let testDatabase: TestDatabase;
let database: Database;
let till: StandInTill;

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

test('a payment that the bank asks to confirm waits for the user, who may refuse', async () => {
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

test('an unpaid start ends after 23 hours', async () => {
  const { subscription } = await subscribed(till, { pm: 'pm_card_authenticationRequired' });
  await till.standIn.advance(DAY);
  expect(await subscription()).toMatchObject({ status: 'incomplete_expired' });
});

test('an unpaid upgrade changes nothing', async () => {
  const { customerId, subscription } = await subscribed(till);
  await till.standIn.act(customerId, ({ account }) => {
    account.failsNext = true;
  });
  const { id: priceId } = await till.priceOf('pro');
  const change = { attemptId: randomUUID(), priceId, prorationDate: null, endTrial: false };
  await expect(till.provider.switchNow(await subscription(), change)).rejects.toThrow(refusal('card_declined'));
  expect(await subscription()).toMatchObject({ price: 'starter', hasPendingUpdate: true, status: 'active' });
});

test('a failed renewal is retried for a week, then the plan ends', async () => {
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

test('refunds and disputes are listed with their invoice', async () => {
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

test('a webhook with a valid signature is a hint for its customer', async () => {
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

test('lists events oldest first, a refund with its customer', async () => {
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
