/** Regressions on bills: each was once charged, lost or refused wrongly. */
import { projectRoot } from '@clearcut/platform/config/project';
import { readCatalogue } from '@clearcut/platform/payments/catalogue';
import { createStripePayments } from '@clearcut/platform/payments/stripe/stripe-payments';
import { SANDBOX_KEYS } from '@clearcut/sandbox/stand-in';
import { answerBank } from '@clearcut/sandbox/engine/payments';
import {
  buyAddon,
  cancel,
  finalizeTrial,
  reconcile,
  removeMethod,
  switchPlan,
} from '@clearcut/command-api/subscription';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from './harness.ts';
import { requestContext, openShop, type Shop, type Team } from './teams.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const refusal = (code: string): unknown => expect.objectContaining({ code });
const cancelPlan = (team: Team) => cancel(shop.deps, team.id, null, requestContext());
const endTrial = (team: Team) => finalizeTrial(shop.deps, team.id, requestContext());
const nextPaymentFails = (team: Team) =>
  team.act(({ account }) => {
    account.failsNext = true;
  });

test('a trial cancelled in time stays cancelled when that is requested again in its last hour', async () => {
  const team = shop.newTeam();
  await team.subscribe('trial');
  const { activeUntil } = await cancelPlan(team);
  await shop.till.standIn.advance(7 * DAY - 1800);
  expect(await cancelPlan(team)).toEqual({ activeUntil });
  await shop.till.standIn.advance(DAY);
  expect((await team.reconcile()).snapshot.invoices).toHaveLength(1);
  expect(await team.plan()).toBeNull();
});

test('a cancelled plan stays cancelled when an upgrade is refused, and continues when one is paid', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  await cancelPlan(team);
  await nextPaymentFails(team);
  await expect(team.change('business')).rejects.toThrow(refusal('card_declined'));
  expect((await team.reconcile()).snapshot.subscriptions).toMatchObject([{ endsAt: expect.any(Date) as Date }]);
  await shop.till.standIn.advance(DAY);
  expect(await team.change('business')).toMatchObject({ status: 'succeeded' });
  expect((await team.reconcile()).snapshot.subscriptions).toMatchObject([{ endsAt: null, price: 'business' }]);
});

test('keeps the method that pays a running plan, even if the team has others and chose none', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  const { customerId } = await team.state();
  await shop.till.provider.attach(customerId ?? '', 'pm_card_mastercard');
  const methods = await shop.till.provider.paymentMethods(customerId ?? '');
  expect(methods).toMatchObject([
    { brand: 'visa', isDefault: true },
    { brand: 'mastercard', isDefault: false },
  ]);
  await expect(removeMethod(shop.deps, team.id, methods[0]?.id ?? '', requestContext())).rejects.toThrow(
    refusal('payment_method_in_use'),
  );
  await removeMethod(shop.deps, team.id, methods[1]?.id ?? '', requestContext());
});

test('a price sold by another process is known to the one that sees its payment', async () => {
  const { now, fetch } = shop.till.standIn;
  const common = { mode: 'sandbox' as const, automaticTax: false, returnUrl: () => 'http://localhost', now, fetch };
  const other = { ...shop.deps, provider: createStripePayments({ ...SANDBOX_KEYS, ...common }) };
  // Cached by the other process before.
  await other.provider.prices();
  const { currencies, prices } = await readCatalogue(`${projectRoot}/billing/catalogue.json`);
  const dearer = { ...prices, pro: { ...prices.pro, usd: 6100 } };
  await shop.till.provider.setUp({ currencies, prices: dearer }, undefined);
  const fresh = createStripePayments({ ...SANDBOX_KEYS, ...common });
  const { id: priceId = '' } = (await fresh.prices()).find(({ name, active }) => name === 'pro' && active) ?? {};
  const team = shop.newTeam();
  const { clientSecret } = await team.begin('starter');
  expect(clientSecret).not.toBeNull();
  const { customerId } = await team.state();
  const { attemptId = '' } = (await team.state()).checkout ?? {};
  const order = { customerId: customerId ?? '', teamId: team.id, attemptId: `${attemptId}2`, currency: 'usd' };
  await fresh.subscribe({ ...order, paymentMethodId: 'pm_card_visa', priceId, trial: null });
  await reconcile(other, team.id, requestContext());
  expect(await team.credits()).toBe(500);
});

test('a trial that PayPal refused to convert can be converted again', async () => {
  const team = shop.newTeam();
  await team.subscribe('trial', 'pm_paypal');
  await team.act((world, id) => void answerBank(world, id, true));
  await team.reconcile();
  await nextPaymentFails(team);
  await expect(endTrial(team)).rejects.toThrow(refusal('card_declined'));
  expect(await endTrial(team)).toMatchObject({ status: 'succeeded' });
  expect(await team.plan()).toBe('starter');
  await expect(endTrial(team)).rejects.toThrow(refusal('not_on_trial'));
});

test('an upgrade for a date that was never shown charges nothing', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  const { id: priceId } = await shop.till.priceOf('ultimate');
  const { periodEnd } = [...(await team.state()).subscriptions.values()][0] ?? {};
  const change = (prorationDate = '') => switchPlan(shop.deps, team.id, { priceId, prorationDate }, requestContext());
  await expect(change(periodEnd)).rejects.toThrow(refusal('preview_outdated'));
  const { prorationDate } = await team.next('ultimate');
  await shop.till.standIn.advance(2 * 3600);
  await expect(change(prorationDate)).rejects.toThrow(refusal('preview_outdated'));
  expect(await team.plan()).toBe('starter');
  expect((await team.reconcile()).snapshot.invoices).toHaveLength(1);
});

test('regression: an upgrade shown before a renewal and confirmed after it charges no more than was shown', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  const { periodEnd = '' } = [...(await team.state()).subscriptions.values()][0] ?? {};
  const left = (Date.parse(periodEnd) - (await shop.till.provider.now()).getTime()) / 1000;
  await shop.till.standIn.advance(left - 1200);
  const { prorationDate } = await team.next('ultimate');
  await shop.till.standIn.advance(2400);
  const { id: priceId } = await shop.till.priceOf('ultimate');
  const change = switchPlan(shop.deps, team.id, { priceId, prorationDate }, requestContext());
  await expect(change).rejects.toThrow(refusal('preview_outdated'));
  expect((await team.reconcile()).snapshot.invoices).toHaveLength(2);
});

test('an unpaid add-on does not block an upgrade', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  await nextPaymentFails(team);
  await expect(buyAddon(shop.deps, team.id, requestContext())).rejects.toThrow(refusal('card_declined'));
  expect(await team.next('business')).toMatchObject({ action: 'upgrade' });
  expect(await team.change('business')).toMatchObject({ status: 'succeeded' });
});

test('an American Express card is refused before it is attached to the customer', async () => {
  const team = shop.newTeam();
  const sent: string[] = [];
  const watched: typeof fetch = async (input, init) => {
    sent.push(new URL(input instanceof Request ? input.url : input).pathname);
    return shop.till.standIn.fetch(input, init);
  };
  const { now } = shop.till.standIn;
  const common = { mode: 'sandbox' as const, automaticTax: false, returnUrl: () => 'http://localhost', now };
  const provider = createStripePayments({ ...SANDBOX_KEYS, ...common, fetch: watched });
  const customerId = await provider.createCustomer(team.id);
  await expect(provider.attach(customerId, 'pm_card_amex')).rejects.toThrow(refusal('amex_not_accepted'));
  expect(sent.filter((path) => path.endsWith('/attach'))).toEqual([]);
});
