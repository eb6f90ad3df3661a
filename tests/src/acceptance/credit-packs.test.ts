/** Credits that are paid once, over HTTP, at the Stripe stand-in. */
import { randomUUID } from 'node:crypto';
import { answerBank, refund } from '@clearcut/sandbox/engine/payments';
import type { Invoice } from '@clearcut/schemas/subscription/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { billingOf, credits, openPayers, PATIENT, type Payers } from '../support/payers.ts';

const DAY = 24 * 60 * 60;

let product: Installation;
let payers: Payers;

beforeAll(async () => {
  product = await sharedInstallation();
  payers = await openPayers(product);
});
afterAll(() => product.stop());

test('a pack needs no plan, is bought twice for two orders, and once for a repeat', async () => {
  const person = await payers.newcomer();
  expect(await payers.next(person, 'pack_50')).toEqual({ action: 'buy' });
  const attemptId = randomUUID();
  expect(await payers.buyPack(person, 'pack_50', 'pm_card_visa', attemptId)).toMatchObject([
    200,
    { status: 'succeeded' },
  ]);
  expect(await payers.buyPack(person, 'pack_50', 'pm_card_visa', attemptId)).toMatchObject([
    200,
    { status: 'succeeded' },
  ]);
  await credits(person).toBe(50);
  expect(await payers.buyPack(person, 'pack_10')).toMatchObject([200, { status: 'succeeded' }]);
  await credits(person).toBe(60);
  expect(await billingOf(person)).toMatchObject({ planName: null, subscriptionInfo: null, packs: 2 });
  const invoices = await bodyOf<Invoice[]>(await person.get('/api/stripe/invoices/'));
  expect(invoices).toMatchObject([
    { paymentStatus: 'paid', price: 'pack_10', reason: 'pack', credits: 10, total: 500 },
    { paymentStatus: 'paid', price: 'pack_50', reason: 'pack', credits: 50, total: 1900 },
  ]);
});

test('regression: an attempt that is paid or under way buys no other pack, and says so', async () => {
  const person = await payers.newcomer();
  const reused = [422, { errorCode: 'idempotency_key_reused' }];
  const attemptId = randomUUID();
  await payers.buyPack(person, 'pack_10', 'pm_card_visa', attemptId);
  expect(await payers.buyPack(person, 'pack_50', 'pm_card_visa', attemptId)).toMatchObject(reused);
  const atBank = randomUUID();
  await payers.buyPack(person, 'pack_10', 'pm_card_authenticationRequired', atBank);
  expect(await payers.buyPack(person, 'pack_50', 'pm_card_visa', atBank)).toMatchObject(reused);
  expect(await payers.buyPack(person, 'pack_50')).toMatchObject([200, { status: 'succeeded' }]);
  await credits(person).toBe(60);
});

test('credits of a pack outlive the plan, and the plan does not touch them', async () => {
  const person = await payers.newcomer();
  await payers.subscribe(person, 'starter');
  await payers.buyPack(person, 'pack_10');
  await credits(person).toBe(210);
  await payers.post(person, 'subscription/cancel', {});
  await payers.standIn.advance(32 * DAY);
  await credits(person).toBe(10);
});

test('a partial refund of a pack takes its share, and nothing of the plan', async () => {
  const person = await payers.newcomer();
  await payers.subscribe(person, 'starter');
  await payers.buyPack(person, 'pack_50');
  await credits(person).toBe(250);
  await payers.act(person, (world, id) => refund(world, id, 950));
  await credits(person).toBe(225);
  await payers.act(person, (world, id) => refund(world, id, 950));
  await credits(person).toBe(200);
  const [pack] = await bodyOf<Invoice[]>(await person.get('/api/stripe/invoices/'));
  expect(pack).toMatchObject({ paymentStatus: 'refunded', creditsTakenBack: 50, isPlanRunning: null });
});

test('a refused pack leaves the plan unchanged, and another card pays the same attempt', async () => {
  const person = await payers.newcomer();
  await payers.subscribe(person, 'starter');
  const attemptId = randomUUID();
  const buy = (card: string) => payers.buyPack(person, 'pack_10', card, attemptId);
  expect(await buy('pm_card_chargeDeclined')).toMatchObject([402, { errorCode: 'card_declined' }]);
  expect(await billingOf(person)).toMatchObject({ planName: 'starter', packs: 0 });
  expect(await buy('pm_card_mastercard')).toMatchObject([200, { status: 'succeeded' }]);
  await credits(person).toBe(210);
});

test('a pack that waits for the bank gives way to another order, and is not paid later', async () => {
  const person = await payers.newcomer();
  const attemptId = randomUUID();
  const [, step] = await payers.buyPack(person, 'pack_200', 'pm_card_authenticationRequired', attemptId);
  expect(step).toMatchObject({ status: 'requires_action' });
  expect(await payers.subscribe(person, 'starter')).toMatchObject([200, { status: 'succeeded' }]);
  await credits(person).toBe(200);
  expect(await payers.buyPack(person, 'pack_200', 'pm_card_visa', attemptId)).toMatchObject([
    200,
    { status: 'succeeded' },
  ]);
  await credits(person).toBe(400);
  expect((await billingOf(person)).packs).toBe(1);
});

test('the bank confirms a pack, and its credits arrive', async () => {
  const person = await payers.newcomer();
  await payers.buyPack(person, 'pack_10', 'pm_card_authenticationRequired');
  expect((await billingOf(person)).packs).toBe(0);
  await payers.act(person, (world, id) => void answerBank(world, id, true));
  await credits(person).toBe(10);
});

test('a plan is not a pack, and a pack is not a plan', async () => {
  const person = await payers.newcomer();
  expect(await payers.buyPack(person, 'starter')).toMatchObject([404, { errorCode: 'price_not_found' }]);
  expect(await payers.subscribe(person, 'pack_10')).toMatchObject([404, { errorCode: 'price_not_found' }]);
});

test('the security log names who bought credits', async () => {
  const person = await payers.newcomer();
  await payers.buyPack(person, 'pack_10');
  const log = async () =>
    bodyOf<{ kind: string; detail: string | null }[]>(await person.get('/api/admin/security-log/'));
  await expect
    .poll(async () => (await log()).find(({ kind }) => kind === 'credits_bought')?.detail, PATIENT)
    .toBe('10');
});

test('the audits find nothing after all these packs', () => payers.areClean());
