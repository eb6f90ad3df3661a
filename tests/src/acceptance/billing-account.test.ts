/** Billing beside a plan: prices, tax information, access to payments, and the end of a team. */
import { eraseOld } from '@clearcut/command-api/subscription';
import { RETENTION_YEARS } from '@clearcut/schemas/constants';
import type { Profile } from '@clearcut/schemas/identity/http';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { billingOf, credits, openPayers, PATIENT, type Payers, answered } from '../support/payers.ts';
import { joinTeam } from '../support/team.ts';

let product: Installation;
let payers: Payers;

beforeAll(async () => {
  product = await sharedInstallation();
  payers = await openPayers(product);
});
afterAll(() => product.stop());

const amounts = async (query: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${product.url}/api/stripe/prices/${query}`, { headers });
  return (await bodyOf<PriceAnswer[]>(answer)).find(({ name }) => name === 'starter');
};

test("prices use the country's currency where it is offered", async () => {
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

test("an account's currency determines its prices, and the profile names the country", async () => {
  const person = await payers.newcomer();
  const profileFrom = async (country: string) =>
    bodyOf<Profile>(await person.get('/api/user/me/', { 'x-country': country }));
  expect(await profileFrom('SE')).toMatchObject({ currency: null, country: 'SE' });
  const kept = await answered(person.send('PATCH', '/api/user/me/', { currency: 'GBP' }));
  expect(kept).toMatchObject([200, { currency: 'gbp' }]);
  const pricedIn = async (query: string) =>
    (await bodyOf<PriceAnswer[]>(await person.get(`/api/stripe/prices/?${query}`)))[0]?.currency;
  expect(await pricedIn('country=DE')).toBe('gbp');
  expect((await answered(person.get('/api/stripe/currencies/')))[1]).toMatchObject({ default: 'gbp' });
  expect(await pricedIn('currency=eur')).toBe('eur');
  const [status] = await answered(person.send('PATCH', '/api/user/me/', { currency: 'pounds' }));
  expect(status).toBe(400);
  expect(await profileFrom('xx')).toMatchObject({ currency: 'gbp' });
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

test('validates, stores and returns tax information', async () => {
  const person = await payers.newcomer();
  const patch = (body: object) => answered(person.send('PATCH', '/api/stripe/billing/tax-info/', body));
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
  expect((await answered(person.get('/api/stripe/billing/tax-info/')))[1]).toMatchObject({
    taxInformation: { city: 'Berlin' },
  });
});

test('regression: of tax information sent several times at once, one is stored here and at the provider', async () => {
  const person = await payers.newcomer();
  await answered(person.send('PATCH', '/api/stripe/billing/tax-info/', taxInformation));
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => {
      const vatNumber = index % 2 === 0 ? 'DE129274202' : 'DE000000000';
      const body = { ...taxInformation, companyName: `Acme ${index}`, vatNumber };
      return answered(person.send('PATCH', '/api/stripe/billing/tax-info/', body));
    }),
  );
  expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const [, stored] = await answered(person.get('/api/stripe/billing/tax-info/'));
  await payers.standIn.act(await payers.customerOf(person), ({ account }) => {
    const [vatNumber, ...others] = account.taxIds.map(({ value }) => value);
    expect(stored).toMatchObject({ taxInformation: { companyName: account.name, vatNumber } });
    expect(others).toEqual([]);
  });
});

test('a webhook without the right signature changes nothing', async () => {
  const answer = fetch(`${product.url}/api/stripe/webhook/`, {
    method: 'POST',
    headers: { 'stripe-signature': 't=1,v1=00' },
    body: '{}',
  });
  expect(await answered(answer)).toMatchObject([400, { errorCode: 'webhook_signature_invalid' }]);
});

test('members without the billing section see plan and credits, but no payments', async () => {
  const admin = await payers.newcomer();
  await payers.subscribe(admin, 'starter');
  await credits(admin).toBe(200);
  const member = await joinTeam(product.url, admin, { role: 2, permissions: ['editor'] });
  expect(await billingOf(member)).toMatchObject({
    planName: 'starter',
    credits: 200,
    paymentInfo: null,
    subscriptionInfo: null,
  });
  expect((await billingOf(admin)).subscriptionInfo).toMatchObject({ status: 'active' });
  expect((await member.get('/api/stripe/payment-methods/')).status).toBe(403);
});

test('a team whose last member closes the account stops paying, and its tax information is kept as the law requires', async () => {
  const person = await payers.newcomer();
  await payers.subscribe(person, 'starter');
  await person.send('PATCH', '/api/stripe/billing/tax-info/', taxInformation);
  const { team_id: teamId } = (await person.me()) ?? {};
  const customerId = await payers.customerOf(person);
  expect((await person.send('POST', '/api/user/me/close/')).status).toBeLessThan(300);
  const statuses = async (): Promise<string[]> => {
    let found: string[] = [];
    await payers.standIn.act(customerId, ({ account }) => {
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

test('the audits find nothing after a team is closed', () => payers.areClean());

test('regression: of two upgrades at once the larger plan stays, and none gives money back', PATIENT, async () => {
  const first = await payers.newcomer();
  const second = await joinTeam(product.url, first, { role: 1, permissions: [], mayDeleteOwnAccount: true });
  await payers.subscribe(first, 'starter');
  await credits(first).toBe(200);
  const shown = [await payers.next(first, 'enterprise'), await payers.next(second, 'business')];
  const [large, small] = shown.map((next) => ({ prorationDate: next?.['prorationDate'] }));
  const [larger, smaller] = await Promise.all([
    payers.change(first, 'enterprise', large),
    payers.change(second, 'business', small),
  ]);
  expect(larger[0]).toBe(200);
  // The smaller one may have come first.
  if (smaller[0] !== 200) expect(smaller).toMatchObject([409, { errorCode: 'preview_outdated' }]);
  await credits(first).toBe(2000);
  expect(await billingOf(first)).toMatchObject({ planName: 'enterprise', subscriptionInfo: { scheduled: null } });
  const customerId = await payers.customerOf(first);
  await payers.standIn.act(customerId, ({ account }) => {
    const totals = account.invoices.map(({ lines }) => lines.reduce((sum, { amount }) => sum + amount, 0));
    expect(Math.min(...totals)).toBeGreaterThan(0);
  });
  await payers.areClean();
});
