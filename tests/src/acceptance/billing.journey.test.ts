/** Subscriptions over HTTP, paid at the Stripe stand-in, with their credits. */
import { answerBank, closeDispute, dispute, refund } from '@clearcut/sandbox/engine/payments';
import type { Invoice } from '@clearcut/schemas/subscription/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import type { Person } from '../support/person.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { billingOf, credits, openPayers, PATIENT, type Payers, answered } from '../support/payers.ts';

const DAY = 24 * 60 * 60;

const invoicesOf = async (person: Person): Promise<Invoice[]> =>
  bodyOf<Invoice[]>(await person.get('/api/stripe/invoices/'));

let product: Installation;
let payers: Payers;

beforeAll(async () => {
  product = await sharedInstallation();
  payers = await openPayers(product);
});
afterAll(() => product.stop());

describe('a subscription', () => {
  test('begins as a trial with 10 credits and becomes Starter after seven days', async () => {
    const person = await payers.newcomer();
    expect(await payers.subscribe(person, 'trial')).toMatchObject([200, { status: 'succeeded' }]);
    await credits(person).toBe(10);
    expect(await billingOf(person)).toMatchObject({
      planName: 'trial',
      subscriptionInfo: { status: 'trialing', price: 'starter', stripePriceId: payers.priceId('starter') },
      paymentInfo: { status: 'paid', stripeCustomerCurrency: 'usd' },
    });
    await payers.standIn.advance(7 * DAY + 7200);
    // By webhook, without a request.
    await credits(person).toBe(210);
    // The provider's lists are read one after the other, so the plan may appear later than its payment.
    await expect
      .poll(() => billingOf(person), PATIENT)
      .toMatchObject({ planName: 'starter', subscriptionInfo: { status: 'active' } });
    expect(await payers.subscribe(person, 'trial')).toMatchObject([409, { errorCode: 'subscription_exists' }]);
    const lines = await bodyOf<{ credits: number }[]>(await person.get('/api/admin/credit-ledger/'));
    // Credits that rolled over lost nothing, which is no line.
    expect(lines.map((line) => line.credits)).toEqual([200, 10]);
  });

  test('starts once, however many requests arrive at once', async () => {
    const person = await payers.newcomer();
    const answers = await Promise.all([1, 2, 3].map(() => payers.subscribe(person, 'starter')));
    expect(answers.map(([status]) => status)).toContain(200);
    await credits(person).toBe(200);
    await payers.act(person, ({ account }) => expect(account.subscriptions).toHaveLength(1));
  });

  test('waits for the bank, and is paid with another card when the bank declines', async () => {
    const person = await payers.newcomer();
    const [, step] = await payers.subscribe(person, 'starter', 'pm_card_authenticationRequired');
    expect(step).toMatchObject({
      status: 'requires_action',
      redirectUrl: expect.stringContaining('/dev/stripe/bank/') as string,
    });
    expect(await billingOf(person)).toMatchObject({
      planName: null,
      credits: 0,
      subscriptionInfo: { status: 'pending' },
    });
    const page = await fetch(`${product.url}${String(step['redirectUrl'])}`);
    expect(await page.text()).toContain('SANDBOX – no money moves');
    await payers.act(person, (world, id) => void answerBank(world, id, false));
    expect(await payers.subscribe(person, 'starter')).toMatchObject([200, { status: 'succeeded' }]);
    await credits(person).toBe(200);
  });

  test('is named trial while the first payment of one waits for the bank', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'trial', 'pm_card_authenticationRequired');
    const shown = { status: 'pending', price: 'trial', stripePriceId: payers.priceId('trial') };
    expect((await billingOf(person)).subscriptionInfo).toMatchObject(shown);
    await payers.act(person, (world, id) => void answerBank(world, id, true));
    await credits(person).toBe(10);
    expect((await billingOf(person)).subscriptionInfo).toMatchObject({ status: 'trialing', price: 'starter' });
  });

  test('replaces an unpaid one on another plan', async () => {
    const person = await payers.newcomer();
    expect(await payers.subscribe(person, 'starter', 'pm_card_chargeDeclined')).toMatchObject([
      402,
      { errorCode: 'card_declined' },
    ]);
    expect(await payers.subscribe(person, 'business')).toMatchObject([200, { status: 'succeeded' }]);
    await credits(person).toBe(1000);
    expect(await billingOf(person)).toMatchObject({ planName: 'business' });
  });

  test('is paid in the browser with only the secret', async () => {
    const person = await payers.newcomer();
    const [, { clientSecret, intent, priceName }] = await payers.post(person, 'create-intent', {
      priceId: payers.priceId('pro'),
      currency: 'eur',
    });
    expect({ intent, priceName }).toEqual({ intent: 'payment', priceName: 'pro' });
    const id = String(clientSecret).split('_secret_')[0];
    const { publishableKey } = await bodyOf<{ publishableKey: string }>(
      await fetch(`${product.url}/api/stripe/config/`),
    );
    const confirm = (secret: string) =>
      fetch(`${product.url}/dev/stripe/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams({ client_secret: secret, payment_method: 'pm_card_visa', return_url: product.url }),
      });
    expect((await confirm('wrong')).status).toBe(401);
    expect((await confirm(String(clientSecret))).status).toBe(200);
    expect((await payers.post(person, 'sync'))[1]['subscriptionInfo']).toMatchObject({
      status: 'active',
      price: 'pro',
      currency: 'eur',
    });
    await credits(person).toBe(500);
  });

  test('refuses American Express, a foreign currency, and invalid prices', async () => {
    const person = await payers.newcomer();
    expect(await payers.subscribe(person, 'starter', 'pm_card_amex')).toMatchObject([
      402,
      { errorCode: 'amex_not_accepted' },
    ]);
    expect(await payers.subscribe(person, 'starter', 'pm_card_visa', 'jpy')).toMatchObject([
      400,
      { errorCode: 'currency_not_offered' },
    ]);
    expect(await payers.subscribe(person, 'support_addon')).toMatchObject([404, { errorCode: 'price_not_found' }]);
    expect(await payers.post(person, 'subscription/cancel', {})).toMatchObject([409, { errorCode: 'no_subscription' }]);
  });

  test('allows one trial per card, whichever team uses it', async () => {
    const [one, two] = [await payers.newcomer(), await payers.newcomer()];
    expect(await payers.subscribe(one, 'trial', 'pm_card_mastercard')).toMatchObject([200, {}]);
    expect(await payers.subscribe(two, 'trial', 'pm_card_mastercard')).toMatchObject([
      409,
      { errorCode: 'trial_used' },
    ]);
    expect(await payers.subscribe(two, 'starter', 'pm_card_mastercard')).toMatchObject([200, {}]);
  });
});

describe('a change of plan', () => {
  test('to a larger plan costs what was shown, and grants the same share of its credits', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'starter');
    await credits(person).toBe(200);
    await payers.standIn.advance(10 * DAY);
    const shown = await payers.next(person, 'ultimate');
    expect(shown).toMatchObject({ action: 'upgrade', currency: 'usd' });
    const prorationDate = shown['prorationDate'];
    expect(await payers.change(person, 'ultimate', { prorationDate })).toMatchObject([200, { status: 'succeeded' }]);
    expect(await payers.change(person, 'ultimate', { prorationDate })).toMatchObject([200, {}]);
    await credits(person).toBe(200 + Number(shown['creditsNow']));
    const [, invoices] = await answered(person.get('/api/stripe/invoices/'));
    expect((invoices as unknown as { total: number }[])[0]?.total).toBe(shown['amountDue']);
    expect((await billingOf(person)).planName).toBe('ultimate');
  });

  test('to a smaller plan waits for the end of the period, and can be cancelled', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'business');
    expect(await payers.next(person, 'starter')).toMatchObject({ action: 'downgrade' });
    await payers.change(person, 'starter');
    expect(await billingOf(person)).toMatchObject({
      planName: 'business',
      subscriptionInfo: { scheduled: { price: 'starter' } },
    });
    expect(await payers.post(person, 'subscription/resume')).toMatchObject([
      200,
      { subscriptionInfo: { scheduled: null } },
    ]);
    await payers.change(person, 'starter');
    await payers.standIn.advance(32 * DAY);
    await credits(person).toBe(1200);
    expect((await billingOf(person)).planName).toBe('starter');
  });

  test('to no plan takes effect at the end of the period, with its credits, unless it is resumed', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'starter');
    const [, cancelled] = await payers.post(person, 'subscription/cancel', { value: 'Too dear' });
    expect((await billingOf(person)).subscriptionInfo?.activeUntil).toBe(cancelled['activeUntil']);
    expect(await payers.next(person, 'starter')).toMatchObject({ action: 'resume' });
    expect(await payers.post(person, 'subscription/resume')).toMatchObject([
      200,
      { subscriptionInfo: { activeUntil: null } },
    ]);
    expect(await payers.post(person, 'subscription/resume')).toMatchObject([409, { errorCode: 'nothing_to_resume' }]);
    await payers.post(person, 'subscription/cancel', {});
    await payers.standIn.advance(32 * DAY);
    await credits(person).toBe(0);
    expect(await billingOf(person)).toMatchObject({ planName: null, subscriptionInfo: { status: 'canceled' } });
    expect(await payers.subscribe(person, 'starter')).toMatchObject([200, { status: 'succeeded' }]);
  });

  test("regression: undoes a colleague's cancellation only for one who saw it", async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'business');
    expect(await payers.next(person, 'starter')).toMatchObject({ action: 'downgrade', undoesCancellation: false });
    await payers.post(person, 'subscription/cancel', {});
    for (const name of ['starter', 'ultimate'] as const) {
      const outdated = [409, { errorCode: 'preview_outdated' }];
      expect(await payers.change(person, name, { undoesCancellation: false })).toMatchObject(outdated);
      expect(await payers.next(person, name)).toMatchObject({ undoesCancellation: true });
    }
    expect((await billingOf(person)).subscriptionInfo?.activeUntil).not.toBeNull();
    expect(await payers.change(person, 'starter', { undoesCancellation: true })).toMatchObject([200, {}]);
    expect((await billingOf(person)).subscriptionInfo).toMatchObject({
      activeUntil: null,
      scheduled: { price: 'starter' },
    });
  });

  test('from a trial to a plan is paid in full at once', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'trial');
    expect(await payers.next(person, 'pro')).toMatchObject({
      action: 'upgrade',
      amountDue: payers.prices.get('pro')?.unitAmount,
      creditsNow: 500,
    });
    expect(await payers.change(person, 'pro')).toMatchObject([200, { status: 'succeeded' }]);
    await credits(person).toBe(510);
    expect(await payers.post(person, 'finalize-trial')).toMatchObject([409, { errorCode: 'not_on_trial' }]);
  });

  test('begins the first month when a trial is ended by hand', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'trial');
    expect(await payers.next(person, 'starter')).toMatchObject({ action: 'finalize-trial', amountDue: 2900 });
    expect(await payers.post(person, 'finalize-trial')).toMatchObject([200, { status: 'succeeded' }]);
    await credits(person).toBe(210);
  });

  test('in the last hour of a trial is too late for the first month', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'trial');
    const trialEnd = (await billingOf(person)).subscriptionInfo?.trialEnd ?? '';
    await payers.standIn.advance(7 * DAY - 1800);
    const [, { activeUntil }] = await payers.post(person, 'subscription/cancel', {});
    expect(Date.parse(String(activeUntil)) - Date.parse(trialEnd)).toBeGreaterThanOrEqual(28 * DAY * 1000);
  });
});

describe('a payment', () => {
  test('can be retried after a failed renewal, and the credits stay meanwhile', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'starter');
    await payers.act(person, ({ account }) => {
      for (const method of account.methods) Object.assign(method, { test: 'card_chargeCustomerFail' });
    });
    await payers.standIn.advance(31 * DAY + 4 * 3600);
    await expect.poll(async () => (await billingOf(person)).paymentInfo?.status, PATIENT).toBe('failed');
    expect(await billingOf(person)).toMatchObject({ credits: 200, subscriptionInfo: { status: 'past_due' } });
    expect(await payers.next(person, 'starter')).toMatchObject({ action: 'retry' });
    expect(await payers.post(person, 'subscription/retry', { payment_method_id: 'pm_card_visa' })).toMatchObject([
      200,
      { status: 'succeeded' },
    ]);
    await credits(person).toBe(400);
  });

  test('is not retried unless it failed', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'starter');
    expect(await payers.post(person, 'subscription/retry', {})).toMatchObject([409, { errorCode: 'nothing_to_retry' }]);
  });

  test('refunds a proportional share of the credits', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'starter');
    await credits(person).toBe(200);
    await payers.act(person, (world, id) => refund(world, id, 1450));
    await credits(person).toBe(100);
    expect((await billingOf(person)).planName).toBe('starter');
  });

  test('ends the plan when it is disputed, and a won dispute returns what it took', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'starter');
    await credits(person).toBe(200);
    await payers.act(person, (world, id) => dispute(world, id));
    await credits(person).toBe(0);
    await expect.poll(async () => (await billingOf(person)).planName, PATIENT).toBeNull();
    expect(await billingOf(person)).toMatchObject({
      paymentInfo: { status: 'disputed' },
      subscriptionInfo: { status: 'canceled' },
    });
    await payers.act(person, (world, id) => closeDispute(world, id, 'won'));
    await credits(person).toBe(200);
  });

  test('buys the support add-on once, which ends with the plan or its refund', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'starter');
    const buy = () => payers.post(person, 'charge-support-addon');
    const owned = () => expect.poll(async () => (await billingOf(person)).addons, PATIENT);
    expect(await buy()).toMatchObject([200, { status: 'succeeded' }]);
    await owned().toEqual(['support_addon']);
    expect(await buy()).toMatchObject([409, { errorCode: 'already_owned' }]);
    expect(await invoicesOf(person)).toHaveLength(2);
    await payers.act(person, (world, id) => refund(world, id, 900));
    await owned().toEqual([]);
    expect(await buy()).toMatchObject([200, { status: 'succeeded' }]);
    await payers.post(person, 'subscription/cancel', {});
    await payers.standIn.advance(32 * DAY);
    await owned().toEqual([]);
    expect(await buy()).toMatchObject([409, { errorCode: 'no_subscription' }]);
  });

  test('regression: refunded in more than ten parts loses all its credits', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'starter');
    await credits(person).toBe(200);
    await payers.act(person, (world, id) => {
      for (let part = 1; part <= 29; part += 1) refund(world, id, 100);
    });
    await credits(person).toBe(0);
  });

  test('says what each payment was for, and what a refund or a dispute did', async () => {
    const person = await payers.newcomer();
    await payers.subscribe(person, 'starter');
    await credits(person).toBe(200);
    await payers.act(person, (world, id) => refund(world, id, 1450));
    await credits(person).toBe(100);
    const first = async () => (await invoicesOf(person)).at(-1);
    expect(await first()).toMatchObject({
      paymentStatus: 'partially_refunded',
      price: 'starter',
      reason: 'start',
      refunded: 1450,
      credits: 200,
      creditsTakenBack: 100,
      isPlanRunning: true,
    });
    await payers.post(person, 'set-default-payment-method', { payment_method_id: 'pm_card_chargeDeclined' });
    expect(await payers.change(person, 'business')).toMatchObject([402, {}]);
    expect((await invoicesOf(person))[0]).toMatchObject({ paymentStatus: 'requires_action', price: 'business' });
    await payers.standIn.act(await payers.customerOf(person), (world) =>
      dispute(world, world.account.invoices[0]?.payment?.id ?? ''),
    );
    await expect.poll(async () => (await first())?.paymentStatus, PATIENT).toBe('disputed');
    await expect.poll(async () => (await first())?.isPlanRunning, PATIENT).toBe(false);
  });
});

test('the audits find nothing after all these payments', () => payers.areClean());
