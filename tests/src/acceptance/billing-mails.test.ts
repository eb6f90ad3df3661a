/** Billing mails to a team's admins: each once, in their language. */
import { createStandIn, type StripeStandIn } from '@clearcut/sandbox/stand-in';
import { refund } from '@clearcut/sandbox/engine/payments';
import type { World } from '@clearcut/sandbox/engine/model';
import { createCreditPool, spendCredits } from '@clearcut/command-api/credits';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clean } from '../support/audits.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailsTo, mailTo, type Person } from '../support/person.ts';
import { joinTeam, newAddress } from '../support/team.ts';

const DAY = 24 * 60 * 60;
const PATIENT = { timeout: 60_000 };

let product: Installation;
let standIn: StripeStandIn;
let prices: PriceAnswer[];
const teamIds: string[] = [];

beforeAll(async () => {
  product = await sharedInstallation();
  standIn = await createStandIn(product.database);
  prices = await bodyOf<PriceAnswer[]>(await fetch(`${product.url}/api/stripe/prices/?currency=usd`));
});
afterAll(() => product.stop());

interface Admin extends Person {
  readonly email: string;
  readonly teamId: string;
}

async function newAdmin({ language = 'en', isProved = true } = {}): Promise<Admin> {
  const person = createPerson(product.url);
  const email = newAddress();
  const { team_id: teamId } = await person.signUp(email, { language });
  teamIds.push(teamId);
  if (isProved) await person.prove(email);
  return { ...person, email, teamId };
}

async function buy(admin: Admin, name: PriceName): Promise<void> {
  const priceId = prices.find((price) => price.name === name)?.id;
  const order = { priceId, currency: 'usd', paymentMethodId: 'pm_card_visa' };
  expect((await admin.send('POST', '/api/stripe/subscribe/', order)).status).toBe(200);
}

async function act({ teamId }: Admin, work: (world: World) => void): Promise<void> {
  const [row] = await product.database.query<{ id: string }>(
    'SELECT customer_id AS id FROM billing.customer WHERE team_id = $1',
    [teamId],
  );
  await standIn.act(row?.id ?? '', work);
}

async function spend({ teamId }: Admin, credits: number): Promise<void> {
  const pool = createCreditPool({ eventStore: product.eventStore, database: product.database });
  const saveId = randomUUID();
  const pictureState = 'a'.repeat(64);
  await pool.handle(spendCredits({ teamId, credits, transactionId: randomUUID(), saveId, pictureState }), {
    correlationId: saveId,
    causationId: saveId,
    actor: { kind: 'system', id: 'test' },
    now: new Date(),
  });
}

/** Subjects of billing mails to an address, oldest first. */
async function subjects(email: string): Promise<string[]> {
  const mails = await mailsTo(product.url, email);
  return (
    mails
      .filter(({ text }) => text.includes('/app/billing'))
      // Some languages format amounts with non-breaking spaces.
      .map(({ subject }) => subject.replaceAll('\u00a0', ' '))
      .toReversed()
  );
}
const mailed = ({ email }: { email: string }) => expect.poll(() => subjects(email), PATIENT);

test('a mail announces the end of a trial, which is then paid for', async () => {
  const admin = await newAdmin();
  await buy(admin, 'trial');
  await mailed(admin).toEqual(['Your receipt from Clearcut: $1.00']);
  await standIn.advance(4 * DAY + 3600);
  await mailed(admin).toEqual([
    expect.stringContaining('receipt'),
    expect.stringMatching(/^Your Clearcut trial ends on /),
  ]);
  await standIn.advance(3 * DAY + 3600);
  await mailed(admin).toEqual([
    expect.stringContaining('receipt'),
    expect.stringContaining('trial ends'),
    'Your receipt from Clearcut: $29.00',
  ]);
});

test('a failed renewal sends one mail, however often it is retried, and so does the end of the plan', async () => {
  const admin = await newAdmin({ language: 'es' });
  await buy(admin, 'starter');
  await act(admin, ({ account }) => {
    for (const method of account.methods) Object.assign(method, { test: 'card_chargeCustomerFail' });
  });
  await standIn.advance(31 * DAY + 4 * 3600);
  await mailed(admin).toEqual(['Tu recibo de Clearcut: 29,00 US$', 'Tu pago de Clearcut ha fallado']);
  await standIn.advance(9 * DAY);
  await mailed(admin).toEqual([
    expect.stringContaining('recibo'),
    'Tu pago de Clearcut ha fallado',
    'Tu plan de Clearcut ha terminado',
  ]);
});

test('a renewal that the bank must confirm sends a mail with what to do', async () => {
  const admin = await newAdmin();
  await buy(admin, 'starter');
  await act(admin, ({ account }) => {
    for (const method of account.methods) Object.assign(method, { test: 'card_authenticationRequired' });
  });
  await standIn.advance(31 * DAY + 4 * 3600);
  await mailed(admin).toEqual([expect.stringContaining('receipt'), 'Confirm your payment for Clearcut']);
  expect((await mailTo(product.url, admin.email, /Confirm your payment/)).text).toContain('Amount due: $29.00.');
});

test('a change of plan sends a mail, at once or when it is planned', async () => {
  const admin = await newAdmin();
  await buy(admin, 'starter');
  const change = (name: PriceName) =>
    admin.send('PATCH', '/api/stripe/subscription/switch/', { priceId: prices.find((one) => one.name === name)?.id });
  expect((await change('business')).status).toBe(200);
  expect((await change('starter')).status).toBe(200);
  await mailed(admin).toContain('Your Clearcut plan changes to Business');
  await mailed(admin).toContain('Your Clearcut plan changes to Starter');
});

test('mails about money also go to unproved addresses and the invoice address, those about credits do not', async () => {
  const admin = await newAdmin({ isProved: false });
  const email = newAddress();
  const person = { type: 'Private', firstName: 'Ada', lastName: 'Boss', email, country: 'DE' };
  const tax = { ...person, address: 'Weg 1', zipCode: '10115', city: 'Berlin' };
  expect((await admin.send('PATCH', '/api/stripe/billing/tax-info/', tax)).status).toBe(200);
  await buy(admin, 'starter');
  await admin.send('POST', '/api/stripe/subscription/cancel/', {});
  await act(admin, (world) => refund(world, world.account.invoices[0]?.payment?.id ?? '', 1450));
  const all = [
    'Your receipt from Clearcut: $29.00',
    expect.stringMatching(/^Your Clearcut plan ends on /) as string,
    'Refund from Clearcut: $14.50',
  ];
  await mailed(admin).toEqual(all);
  await mailed({ email }).toEqual(all);
  const { credits: left } = await bodyOf<{ credits: number }>(await admin.get('/api/billing/'));
  await spend(admin, left);
  const colleague = await newAdmin();
  await buy(colleague, 'starter');
  // Once the colleague has the mail, the first admin would have theirs too.
  await mailed(colleague).toHaveLength(1);
  expect(await subjects(admin.email)).toHaveLength(3);
  const member = await joinTeam(product.url, colleague, { role: 3, permissions: [] });
  const second = await joinTeam(product.url, colleague, { role: 1, permissions: [] });
  const { credits } = await bodyOf<{ credits: number }>(await colleague.get('/api/billing/'));
  await spend(colleague, credits);
  await mailed(colleague).toHaveLength(2);
  await mailed({ email: (await second.me())?.email ?? '' }).toEqual(['Your team has no Clearcut credits left']);
  expect(await subjects((await member.me())?.email ?? '')).toEqual([]);
});

const choose = (by: Person, userIds: readonly (string | undefined)[]) =>
  by.send('PUT', '/api/billing/contacts/', { userIds });

test('an admin chooses who else gets mails about money: the payer always, other admins only when chosen', async () => {
  const payer = await newAdmin();
  const admin = await joinTeam(product.url, payer, { role: 1, permissions: [] });
  const member = await joinTeam(product.url, payer, { role: 3, permissions: [] });
  const [ofAdmin, ofMember] = [await admin.me(), await member.me()];
  expect(await bodyOf(await payer.get('/api/billing/contacts/'))).toEqual({ userIds: null });
  expect(await errorOf(await choose(member, []))).toBe('403 forbidden');
  expect(await errorOf(await choose(payer, [randomUUID()]))).toBe('404 user_not_found');
  await buy(payer, 'starter');
  await mailed(payer).toHaveLength(1);
  expect(await subjects(ofAdmin?.email ?? '')).toEqual([]);
  expect((await choose(admin, [ofMember?.pk, ofMember?.pk])).status).toBe(200);
  expect(await bodyOf(await payer.get('/api/billing/contacts/'))).toEqual({ userIds: [ofMember?.pk] });
  await payer.send('POST', '/api/stripe/subscription/cancel/', {});
  await mailed({ email: ofMember?.email ?? '' }).toEqual([expect.stringMatching(/^Your Clearcut plan ends on /)]);
  await mailed(payer).toHaveLength(2);
  expect(await subjects(ofAdmin?.email ?? '')).toEqual([]);
  const log = await bodyOf<{ kind: string; actorId: string }[]>(
    await payer.get(`/api/admin/security-log/?filter=${encodeURIComponent('{"kind":"billing_contacts_changed"}')}`),
  );
  expect(log.map(({ actorId }) => actorId)).toEqual([ofAdmin?.pk]);
  // The mails end with the membership.
  expect((await payer.send('DELETE', `/api/admin/users/${ofMember?.pk}/`)).status).toBe(200);
  await expect.poll(async () => bodyOf(await payer.get('/api/billing/contacts/')), PATIENT).toEqual({ userIds: [] });
});

test('all admins get mails about money if the payer has left and no member is chosen', async () => {
  const founder = await newAdmin();
  const payer = await joinTeam(product.url, founder, { role: 1, permissions: [] });
  await buy({ ...payer, email: '', teamId: founder.teamId }, 'starter');
  expect((await founder.send('DELETE', `/api/admin/users/${(await payer.me())?.pk}/`)).status).toBe(200);
  await act(founder, (world) => refund(world, world.account.invoices[0]?.payment?.id ?? '', 1450));
  await mailed(founder).toContain('Refund from Clearcut: $14.50');
});

test('the audits find nothing after all these payments', () => clean(product, teamIds));
