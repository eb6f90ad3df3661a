/**
 * The product's requirements of a payment provider: checked against the stand-in always, and against Stripe's test
 * clocks where STRIPE_TEST_SECRET_KEY is set. Any difference is a fault of the stand-in.
 */
import { randomUUID } from 'node:crypto';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { DAY, openTill, subscribed, type Till } from './harness.ts';
import { openStripeTill } from './stripe-till.ts';

const secretKey = process.env['STRIPE_TEST_SECRET_KEY'];
if (secretKey === undefined) {
  process.stderr.write('\nStripe itself is not tested here: STRIPE_TEST_SECRET_KEY is not set.\n');
}

const refusal = (code: string): unknown => expect.objectContaining({ code });
/** Stripe's clocks are slow. */
const patient = { timeout: secretKey === undefined ? 30_000 : 600_000 };

const providers: [name: string, open: (database: Database) => Promise<Till>, isHere: boolean][] = [
  ['the stand-in', openTill, true],
  ['Stripe', () => openStripeTill(secretKey ?? ''), secretKey !== undefined],
];

describe.for(providers)('%s', patient, ([, open, isHere]) => {
  const given = test.runIf(isHere);
  let testDatabase: TestDatabase;
  let database: Database;
  let till: Till;

  beforeAll(async () => {
    if (!isHere) return;
    testDatabase = await createTestDatabase();
    database = createDatabase(testDatabase.url, { name: 'behaviour' });
    till = await open(database);
  });
  afterAll(async () => {
    if (!isHere) return;
    await database.close();
    await testDatabase.drop();
  });

  given('a plan is paid and runs for a month', async () => {
    const { step, subscription, snapshot } = await subscribed(till);
    expect(step).toMatchObject({ status: 'succeeded' });
    expect(await subscription()).toMatchObject({ status: 'active', price: 'starter', endsAt: null, scheduled: null });
    expect((await snapshot()).invoices).toMatchObject([
      { status: 'paid', total: 2900, lines: [{ price: 'starter', amount: 2900, isProration: false }] },
    ]);
  });

  given('the same attempt makes no second subscription', async () => {
    const { order, snapshot } = await subscribed(till);
    await expect(till.provider.subscribe(order)).resolves.toMatchObject({ status: 'succeeded' });
    expect((await snapshot()).subscriptions).toHaveLength(1);
  });

  given('a trial costs a dollar, becomes a month of the plan after seven days, and renews a month later', async () => {
    const { subscription, snapshot, advance } = await subscribed(till, { trial: true });
    expect(await subscription()).toMatchObject({ status: 'trialing' });
    await advance(7 * DAY + 2 * 60 * 60);
    expect(await subscription()).toMatchObject({ status: 'active', price: 'starter' });
    await advance(31 * DAY);
    const { invoices } = await snapshot();
    expect(invoices.map(({ status, total }) => [status, total])).toEqual([
      ['paid', 100],
      ['paid', 2900],
      ['paid', 2900],
    ]);
  });

  given.for([
    ['pm_card_chargeDeclined', 'card_declined'],
    ['pm_card_chargeDeclinedLostCard', 'card_declined'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'card_expired'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'card_cvc_incorrect'],
    ['pm_card_chargeDeclinedProcessingError', 'card_processing_error'],
  ] as const)('%s is refused as %s', async ([pm, code]) => {
    await expect(subscribed(till, { pm })).rejects.toThrow(refusal(code));
  });

  given('an upgrade charges for the rest of the period, as previewed', async () => {
    const { subscription, snapshot, advance } = await subscribed(till);
    await advance(15 * DAY);
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

  given('a downgrade waits for the end of the period, and can be cancelled', async () => {
    const { teamId, subscription, advance } = await subscribed(till, { price: 'pro' });
    const { id: priceId } = await till.priceOf('starter');
    await till.provider.scheduleSwitch(await subscription(), { attemptId: randomUUID(), teamId, priceId });
    const { periodEnd } = await subscription();
    expect(await subscription()).toMatchObject({ price: 'pro', scheduled: { price: 'starter', at: periodEnd } });
    await till.provider.unschedule(await subscription());
    expect(await subscription()).toMatchObject({ price: 'pro', scheduled: null });
    await till.provider.scheduleSwitch(await subscription(), { attemptId: randomUUID(), teamId, priceId });
    await advance(32 * DAY);
    expect(await subscription()).toMatchObject({ price: 'starter', scheduled: null });
  });

  given('a cancelled plan runs to its end, unless it is resumed', async () => {
    const { subscription, advance } = await subscribed(till);
    const { id, periodEnd } = await subscription();
    await till.provider.cancelAtEnd(id, { at: null, reason: 'Too dear' });
    expect(await subscription()).toMatchObject({ endsAt: periodEnd });
    await till.provider.resume(await subscription());
    expect(await subscription()).toMatchObject({ endsAt: null });
    await till.provider.cancelAtEnd(id, { at: null, reason: null });
    await advance(32 * DAY);
    expect(await subscription()).toMatchObject({ status: 'canceled' });
  });

  given('a purchase is made once, on its own invoice', async () => {
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

  given('payment methods are listed, with one default, and removed', async () => {
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

  given('the customer has one VAT number at a time', async () => {
    const { customerId } = await subscribed(till);
    const details = { name: 'A', email: 'a@example.com', country: 'DE', line1: 'B', postalCode: '1', city: 'C' };
    const set = (vatNumber: string | undefined) => till.provider.setTaxDetails(customerId, { ...details, vatNumber });
    expect(await set('DE000000000')).toBe('verified');
    expect(await set('DE111111111')).toBe('unverified');
    expect(await set(undefined)).toBe('none');
    await expect(set('?')).rejects.toThrow(refusal('vat_number_invalid'));
  });

  given("a bank's question leaves the start unpaid until the user answers", async () => {
    const { step, subscription } = await subscribed(till, { pm: 'pm_card_authenticationRequired' });
    expect(step).toMatchObject({ status: 'requires_action', clientSecret: expect.any(String) as string });
    expect(await subscription()).toMatchObject({ status: 'incomplete' });
  });

  given('a cancelled plan stays cancelled when an upgrade is refused, and continues when one is paid', async () => {
    const { customerId, subscription } = await subscribed(till);
    const { id } = await subscription();
    await till.provider.cancelAtEnd(id, { at: null, reason: null });
    const failing = await till.provider.attach(customerId, 'pm_card_chargeCustomerFail');
    await till.provider.setDefaultPaymentMethod(customerId, failing.id, id);
    const { id: priceId } = await till.priceOf('pro');
    const change = { priceId, prorationDate: null, endTrial: false };
    const upgrade = async () => till.provider.switchNow(await subscription(), { ...change, attemptId: randomUUID() });
    await expect(upgrade()).rejects.toThrow(refusal('card_declined'));
    expect(await subscription()).toMatchObject({ price: 'starter', endsAt: expect.any(Date) as Date });
    const good = await till.provider.attach(customerId, 'pm_card_visa');
    await till.provider.setDefaultPaymentMethod(customerId, good.id, id);
    expect(await upgrade()).toMatchObject({ status: 'succeeded' });
    expect(await subscription()).toMatchObject({ price: 'pro', endsAt: null });
  });

  given('a renewal that fails leaves the plan past due, and another card pays it', async () => {
    const { customerId, subscription, snapshot, advance } = await subscribed(till);
    const failing = await till.provider.attach(customerId, 'pm_card_chargeCustomerFail');
    await till.provider.setDefaultPaymentMethod(customerId, failing.id, (await subscription()).id);
    await advance(31 * DAY + 4 * 60 * 60);
    expect(await subscription()).toMatchObject({ status: 'past_due' });
    const { id = '', ...renewal } = (await snapshot()).invoices.at(-1) ?? {};
    expect(renewal).toMatchObject({ status: 'open', hasFailed: true, needsAction: false });
    const { id: other } = await till.provider.attach(customerId, 'pm_card_mastercard');
    expect(await till.provider.pay(id, other)).toMatchObject({ status: 'succeeded' });
    expect(await subscription()).toMatchObject({ status: 'active' });
  });

  given('a payment is refunded once', async () => {
    const { snapshot } = await subscribed(till);
    const [{ id } = { id: '' }] = (await snapshot()).invoices;
    await till.provider.refund(id);
    await till.provider.refund(id);
    expect((await snapshot()).invoices).toMatchObject([{ refunds: [{ amount: 2900, of: 2900, hasFailed: false }] }]);
  });

  given('a disputed payment is marked as such', async () => {
    const { snapshot } = await subscribed(till, { pm: 'pm_card_createDispute' });
    await expect
      .poll(async () => (await snapshot()).invoices, { timeout: 60_000, interval: 1_000 })
      .toMatchObject([{ disputes: [{ amount: 2900, outcome: 'open' }] }]);
  });

  given('refuses an American Express card, which is no payment method', async () => {
    const customerId = await till.provider.createCustomer(randomUUID());
    await expect(till.provider.attach(customerId, 'pm_card_amex')).rejects.toThrow(refusal('amex_not_accepted'));
    expect(await till.provider.paymentMethods(customerId)).toEqual([]);
  });
});
