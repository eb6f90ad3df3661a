/** Subscriptions over HTTP, paid at the stand-in for Stripe, with the credits and the audits that follow. */
import { createStandIn, type StripeStandIn } from '@clearcut/command-api/sandbox/stripe/stand-in';
import { answerBank, closeDispute, dispute, refund } from '@clearcut/command-api/sandbox/stripe/engine/payments';
import type { World } from '@clearcut/command-api/sandbox/stripe/engine/model';
import { eraseOld } from '@clearcut/command-api/subscription/tax/tax-information';
import { RETENTION_YEARS } from '@clearcut/schemas/constants';
import type { BillingInfo } from '@clearcut/schemas/billing/http';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, PASSWORD, type Person } from '../support/person.ts';
import { joinTeam } from '../support/team.ts';

const DAY = 24 * 60 * 60;
/** For what comes by webhook, inbox and log. */
const PATIENT = { timeout: 60_000 };

let product: Installation;
let standIn: StripeStandIn;
let prices: Map<PriceName, PriceAnswer>;
let people = 0;

beforeAll(async () => {
  product = await startInstallation();
  standIn = await createStandIn(product.database);
  const answer = await fetch(`${product.url}/api/stripe/prices/?currency=usd`);
  prices = new Map((await bodyOf<PriceAnswer[]>(answer)).map((price) => [price.name, price]));
});
afterAll(() => product.stop());

async function newcomer(): Promise<Person> {
  const person = createPerson(product.url);
  people += 1;
  await person.signUp(`payer-${people}@example.com`);
  return person;
}

const priceId = (name: PriceName): string => prices.get(name)?.id ?? '';

async function told(answer: Promise<Response>): Promise<[number, Record<string, unknown>]> {
  const got = await answer;
  return [got.status, await bodyOf<Record<string, unknown>>(got)];
}

const subscribe = (person: Person, name: PriceName, paymentMethodId = 'pm_card_visa', currency = 'usd') =>
  told(person.send('POST', '/api/stripe/subscribe/', { priceId: priceId(name), currency, paymentMethodId }));
const post = (person: Person, path: string, body?: object) => told(person.send('POST', `/api/stripe/${path}/`, body));
const billing = async (person: Person): Promise<BillingInfo> => bodyOf<BillingInfo>(await person.get('/api/billing/'));
const next = async (person: Person, name: PriceName) =>
  (await told(person.get(`/api/stripe/subscription/next-action/?priceId=${priceId(name)}`)))[1];
const change = (person: Person, name: PriceName, more: object = {}) =>
  told(person.send('PATCH', '/api/stripe/subscription/switch/', { priceId: priceId(name), ...more }));

async function customerOf(person: Person): Promise<string> {
  const [row] = await product.database.query<{ id: string }>(
    `SELECT c.customer_id AS id FROM billing.customer c JOIN identity.users u ON u.team_id = c.team_id WHERE u.id = $1`,
    [(await person.me())?.pk],
  );
  return row?.id ?? '';
}
const act = async (person: Person, work: (world: World, paymentId: string) => void): Promise<void> =>
  standIn.act(await customerOf(person), (world) => work(world, world.account.invoices.at(-1)?.payment?.id ?? ''));

/** Credits follow the log, a moment after the answer. */
const credits = (person: Person) => expect.poll(async () => (await billing(person)).credits, PATIENT);

describe('a subscription', () => {
  test('begins as a trial with 10 credits and becomes Starter after seven days', async () => {
    const person = await newcomer();
    expect(await subscribe(person, 'trial')).toMatchObject([200, { status: 'succeeded' }]);
    await credits(person).toBe(10);
    expect(await billing(person)).toMatchObject({
      planName: 'trial',
      subscriptionInfo: { status: 'trialing', price: 'starter', stripePriceId: priceId('starter') },
      paymentInfo: { status: 'paid', stripeCustomerCurrency: 'usd' },
    });
    await standIn.advance(7 * DAY + 7200);
    // Without a word of ours: by webhook.
    await credits(person).toBe(210);
    // The provider's lists are read one after the other, so the plan may be known by a later look than its payment.
    await expect
      .poll(() => billing(person), PATIENT)
      .toMatchObject({ planName: 'starter', subscriptionInfo: { status: 'active' } });
    expect(await subscribe(person, 'trial')).toMatchObject([409, { errorCode: 'subscription_exists' }]);
  });

  test('is one, however often it is asked for at once', async () => {
    const person = await newcomer();
    const answers = await Promise.all([1, 2, 3].map(() => subscribe(person, 'starter')));
    expect(answers.map(([status]) => status)).toContain(200);
    await credits(person).toBe(200);
    await act(person, ({ account }) => expect(account.subscriptions).toHaveLength(1));
  });

  test('waits for the bank, and is paid by another card when the bank says no', async () => {
    const person = await newcomer();
    const [, step] = await subscribe(person, 'starter', 'pm_card_authenticationRequired');
    expect(step).toMatchObject({
      status: 'requires_action',
      redirectUrl: expect.stringContaining('/dev/stripe/bank/') as string,
    });
    expect(await billing(person)).toMatchObject({
      planName: null,
      credits: 0,
      subscriptionInfo: { status: 'pending' },
    });
    const page = await fetch(`${product.url}${String(step['redirectUrl'])}`);
    expect(await page.text()).toContain('SANDBOX – no money moves');
    await act(person, (world, id) => void answerBank(world, id, false));
    expect(await subscribe(person, 'starter')).toMatchObject([200, { status: 'succeeded' }]);
    await credits(person).toBe(200);
  });

  test('of another plan takes the place of one that was never paid', async () => {
    const person = await newcomer();
    expect(await subscribe(person, 'starter', 'pm_card_chargeDeclined')).toMatchObject([
      402,
      { errorCode: 'card_declined' },
    ]);
    expect(await subscribe(person, 'business')).toMatchObject([200, { status: 'succeeded' }]);
    await credits(person).toBe(1000);
    expect(await billing(person)).toMatchObject({ planName: 'business' });
  });

  test('is paid in the browser, with the secret alone', async () => {
    const person = await newcomer();
    const [, { clientSecret, intent, priceName }] = await post(person, 'create-intent', {
      priceId: priceId('pro'),
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
    expect((await post(person, 'sync'))[1]['subscriptionInfo']).toMatchObject({
      status: 'active',
      price: 'pro',
      currency: 'eur',
    });
    await credits(person).toBe(500);
  });

  test('refuses American Express, a foreign currency, and prices that are none', async () => {
    const person = await newcomer();
    expect(await subscribe(person, 'starter', 'pm_card_amex')).toMatchObject([402, { errorCode: 'amex_not_accepted' }]);
    expect(await subscribe(person, 'starter', 'pm_card_visa', 'jpy')).toMatchObject([
      400,
      { errorCode: 'currency_not_offered' },
    ]);
    expect(await subscribe(person, 'support_addon')).toMatchObject([404, { errorCode: 'price_not_found' }]);
    expect(await post(person, 'subscription/cancel', {})).toMatchObject([409, { errorCode: 'no_subscription' }]);
  });

  test('has one trial for a card, whatever team brings it', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    expect(await subscribe(one, 'trial', 'pm_card_mastercard')).toMatchObject([200, {}]);
    expect(await subscribe(two, 'trial', 'pm_card_mastercard')).toMatchObject([409, { errorCode: 'trial_used' }]);
    expect(await subscribe(two, 'starter', 'pm_card_mastercard')).toMatchObject([200, {}]);
  });
});

describe('a change', () => {
  test('to a larger plan costs what was shown, and grants as much of its credits', async () => {
    const person = await newcomer();
    await subscribe(person, 'starter');
    await credits(person).toBe(200);
    await standIn.advance(10 * DAY);
    const shown = await next(person, 'ultimate');
    expect(shown).toMatchObject({ action: 'upgrade', currency: 'usd' });
    const prorationDate = shown['prorationDate'];
    expect(await change(person, 'ultimate', { prorationDate })).toMatchObject([200, { status: 'succeeded' }]);
    expect(await change(person, 'ultimate', { prorationDate })).toMatchObject([200, {}]);
    await credits(person).toBe(200 + Number(shown['creditsNow']));
    const [, invoices] = await told(person.get('/api/stripe/invoices/'));
    expect((invoices as unknown as { total: number }[])[0]?.total).toBe(shown['amountDue']);
    expect((await billing(person)).planName).toBe('ultimate');
  });

  test('to a smaller plan waits for the end of the period, and can be taken back', async () => {
    const person = await newcomer();
    await subscribe(person, 'business');
    expect(await next(person, 'starter')).toMatchObject({ action: 'downgrade' });
    await change(person, 'starter');
    expect(await billing(person)).toMatchObject({
      planName: 'business',
      subscriptionInfo: { scheduled: { price: 'starter' } },
    });
    expect(await post(person, 'subscription/resume')).toMatchObject([200, { subscriptionInfo: { scheduled: null } }]);
    await change(person, 'starter');
    await standIn.advance(32 * DAY);
    await credits(person).toBe(1200);
    expect((await billing(person)).planName).toBe('starter');
  });

  test('to no plan takes effect at the end of the period, with its credits, unless it is resumed', async () => {
    const person = await newcomer();
    await subscribe(person, 'starter');
    const [, cancelled] = await post(person, 'subscription/cancel', { value: 'Too dear' });
    expect((await billing(person)).subscriptionInfo?.activeUntil).toBe(cancelled['activeUntil']);
    expect(await next(person, 'starter')).toMatchObject({ action: 'resume' });
    expect(await post(person, 'subscription/resume')).toMatchObject([200, { subscriptionInfo: { activeUntil: null } }]);
    expect(await post(person, 'subscription/resume')).toMatchObject([409, { errorCode: 'nothing_to_resume' }]);
    await post(person, 'subscription/cancel', {});
    await standIn.advance(32 * DAY);
    await credits(person).toBe(0);
    expect(await billing(person)).toMatchObject({ planName: null, subscriptionInfo: { status: 'canceled' } });
    expect(await subscribe(person, 'starter')).toMatchObject([200, { status: 'succeeded' }]);
  });

  test('of a trial to a plan is paid in full at once', async () => {
    const person = await newcomer();
    await subscribe(person, 'trial');
    expect(await next(person, 'pro')).toMatchObject({
      action: 'upgrade',
      amountDue: prices.get('pro')?.unitAmount,
      creditsNow: 500,
    });
    expect(await change(person, 'pro')).toMatchObject([200, { status: 'succeeded' }]);
    await credits(person).toBe(510);
    expect(await post(person, 'finalize-trial')).toMatchObject([409, { errorCode: 'not_on_trial' }]);
  });

  test('of a trial that is ended by hand begins the first month', async () => {
    const person = await newcomer();
    await subscribe(person, 'trial');
    expect(await next(person, 'starter')).toMatchObject({ action: 'finalize-trial', amountDue: 2900 });
    expect(await post(person, 'finalize-trial')).toMatchObject([200, { status: 'succeeded' }]);
    await credits(person).toBe(210);
  });

  test('in the last hour of a trial comes too late for the first month', async () => {
    const person = await newcomer();
    await subscribe(person, 'trial');
    const trialEnd = (await billing(person)).subscriptionInfo?.trialEnd ?? '';
    await standIn.advance(7 * DAY - 1800);
    const [, { activeUntil }] = await post(person, 'subscription/cancel', {});
    expect(Date.parse(String(activeUntil)) - Date.parse(trialEnd)).toBeGreaterThanOrEqual(28 * DAY * 1000);
  });
});

describe('a payment', () => {
  test('that fails at the renewal is retried by the person, and leaves the credits meanwhile', async () => {
    const person = await newcomer();
    await subscribe(person, 'starter');
    await act(person, ({ account }) => {
      for (const method of account.methods) Object.assign(method, { test: 'card_chargeCustomerFail' });
    });
    await standIn.advance(31 * DAY + 4 * 3600);
    await expect.poll(async () => (await billing(person)).paymentInfo?.status, PATIENT).toBe('failed');
    expect(await billing(person)).toMatchObject({ credits: 200, subscriptionInfo: { status: 'past_due' } });
    expect(await next(person, 'starter')).toMatchObject({ action: 'retry' });
    expect(await post(person, 'subscription/retry', { payment_method_id: 'pm_card_visa' })).toMatchObject([
      200,
      { status: 'succeeded' },
    ]);
    await credits(person).toBe(400);
  });

  test('that has not failed is not tried again', async () => {
    const person = await newcomer();
    await subscribe(person, 'starter');
    expect(await post(person, 'subscription/retry', {})).toMatchObject([409, { errorCode: 'nothing_to_retry' }]);
  });

  test('that is refunded takes its share of the credits along', async () => {
    const person = await newcomer();
    await subscribe(person, 'starter');
    await credits(person).toBe(200);
    await act(person, (world, id) => refund(world, id, 1450));
    await credits(person).toBe(100);
    expect((await billing(person)).planName).toBe('starter');
  });

  test('that is disputed ends the plan; when the dispute is won, what it took comes back', async () => {
    const person = await newcomer();
    await subscribe(person, 'starter');
    await credits(person).toBe(200);
    await act(person, (world, id) => dispute(world, id));
    await credits(person).toBe(0);
    await expect.poll(async () => (await billing(person)).planName, PATIENT).toBeNull();
    expect(await billing(person)).toMatchObject({
      paymentInfo: { status: 'disputed' },
      subscriptionInfo: { status: 'canceled' },
    });
    await act(person, (world, id) => closeDispute(world, id, 'won'));
    await credits(person).toBe(200);
  });

  test('by a method that pays a running plan keeps that method', async () => {
    const person = await newcomer();
    expect(await post(person, 'charge-support-addon')).toMatchObject([409, { errorCode: 'payment_method_required' }]);
    await subscribe(person, 'starter');
    const list = async () =>
      bodyOf<{ id: string; isDefault: boolean }[]>(await person.get('/api/stripe/payment-methods/'));
    const [{ id } = { id: '' }] = await list();
    const remove = (method: string) =>
      told(person.send('DELETE', '/api/stripe/payment-methods/', { payment_method_id: method }));
    expect(await remove(id)).toMatchObject([409, { errorCode: 'payment_method_in_use' }]);
    await post(person, 'set-default-payment-method', { payment_method_id: 'pm_card_mastercard' });
    expect((await list()).map(({ isDefault }) => isDefault)).toEqual([false, true]);
    expect((await remove(id))[0]).toBe(200);
    expect(await remove(id)).toMatchObject([404, { errorCode: 'payment_method_not_found' }]);
    expect(await post(person, 'charge-support-addon')).toMatchObject([200, { status: 'succeeded' }]);
  });
});

const amounts = async (query: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${product.url}/api/stripe/prices/${query}`, { headers });
  return (await bodyOf<PriceAnswer[]>(answer)).find(({ name }) => name === 'starter');
};

test('prices come in the currency of the country, where it is sold in', async () => {
  expect(await amounts('?country=DE')).toMatchObject({
    currency: 'eur',
    plan: 'starter',
    credits: 200,
    interval: 'month',
  });
  expect(await amounts('', { 'x-user-country': 'GB' })).toMatchObject({ currency: 'gbp', unitAmount: 2500 });
  expect(await amounts('', { 'x-user-country': 'ES', 'accept-language': 'en-GB' })).toMatchObject({ currency: 'eur' });
  expect(await amounts('', { 'accept-language': 'en, en-GB;q=0.8' })).toMatchObject({ currency: 'gbp' });
  expect(await amounts('?country=JP&currency=xxx')).toMatchObject({ currency: 'usd' });
});

const taxInformation = {
  type: 'Company',
  companyName: 'Acme',
  country: 'DE',
  vatNumber: 'de 000 000 000',
  firstName: 'Ann',
  lastName: 'Lee',
  address: 'Road 1',
  zipCode: '10115',
  city: 'Berlin',
  email: 'ann@example.com',
};

test('tax information is checked, kept and told', async () => {
  const person = await newcomer();
  const patch = (body: object) => told(person.send('PATCH', '/api/stripe/billing/tax-info/', body));
  expect(await patch({ ...taxInformation, vatNumber: '', zipCode: '12345678901' })).toMatchObject([
    400,
    { validation_errors: { vatNumber: 'This field is required', zipCode: 'Cannot exceed 10 characters' } },
  ]);
  expect(await patch({ ...taxInformation, vatNumber: 'DE129274203' })).toMatchObject([
    400,
    { errorCode: 'vat_number_invalid', validation_errors: { vatNumber: expect.any(String) as string } },
  ]);
  expect(await patch({ ...taxInformation, vatNumber: '129274202' })).toMatchObject([
    200,
    { vatStatus: 'pending', taxInformation: { vatNumber: 'DE129274202' } },
  ]);
  expect(await patch(taxInformation)).toMatchObject([
    200,
    { vatStatus: 'verified', taxInformation: { vatNumber: 'DE000000000' } },
  ]);
  expect((await told(person.get('/api/stripe/billing/tax-info/')))[1]).toMatchObject({
    taxInformation: { city: 'Berlin' },
  });
});

test('a webhook without the right signature changes nothing', async () => {
  const answer = fetch(`${product.url}/api/stripe/webhook/`, {
    method: 'POST',
    headers: { 'stripe-signature': 't=1,v1=00' },
    body: '{}',
  });
  expect(await told(answer)).toMatchObject([400, { errorCode: 'webhook_signature_invalid' }]);
});

test('members without the billing section are told plan and credits, and nothing of payments', async () => {
  const admin = await newcomer();
  await subscribe(admin, 'starter');
  await credits(admin).toBe(200);
  const member = await joinTeam(product.url, admin, { role: 2, permissions: ['editor'] });
  expect(await billing(member)).toMatchObject({
    planName: 'starter',
    credits: 200,
    paymentInfo: null,
    subscriptionInfo: null,
  });
  expect((await billing(admin)).subscriptionInfo).toMatchObject({ status: 'active' });
  expect((await member.get('/api/stripe/payment-methods/')).status).toBe(403);
});

test('a team whose last member closes the account pays no more, and its tax information is kept for as long as it has to be', async () => {
  const person = await newcomer();
  await subscribe(person, 'starter');
  await person.send('PATCH', '/api/stripe/billing/tax-info/', taxInformation);
  const { team_id: teamId } = (await person.me()) ?? {};
  const customerId = await customerOf(person);
  expect((await person.send('POST', '/api/user/me/close/', { password: PASSWORD })).status).toBeLessThan(300);
  const statuses = async (): Promise<string[]> => {
    let found: string[] = [];
    await standIn.act(customerId, ({ account }) => {
      found = account.subscriptions.map(({ status }) => status);
    });
    return found;
  };
  await expect.poll(statuses, PATIENT).toEqual(['canceled']);
  await expect.poll(() => product.typesOf(`subscription-${teamId ?? ''}`), PATIENT).toContain('SubscriptionEnded');
  const kept = async () => {
    await eraseOld(product.database);
    return product.database.query('SELECT team_id FROM billing.tax_information WHERE team_id = $1', [teamId]);
  };
  const closedBefore = (years: number) =>
    product.database.query(
      'UPDATE billing.tax_information SET closed_at = now() - make_interval(years => $2) WHERE team_id = $1 AND closed_at IS NOT NULL RETURNING team_id',
      [teamId, years],
    );
  expect(await closedBefore(RETENTION_YEARS.billing - 1)).toHaveLength(1);
  expect(await kept()).toHaveLength(1);
  await closedBefore(RETENTION_YEARS.billing + 1);
  expect(await kept()).toHaveLength(0);
});
