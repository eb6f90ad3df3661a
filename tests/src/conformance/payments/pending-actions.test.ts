/** The product's own actions at the provider, and the outcome of failed payments. */
import { randomUUID } from 'node:crypto';
import { answerBank, failRefund, refund } from '@clearcut/sandbox/engine/payments';
import { SANDBOX_KEYS } from '@clearcut/sandbox/stand-in';
import {
  buyAddon,
  closeBilling,
  observe,
  observeSoon,
  retry,
  subscribe,
  sweep,
} from '@clearcut/command-api/subscription';
import { createStripePayments } from '@clearcut/platform/payments/stripe/stripe-payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from './harness.ts';
import { requestContext, openShop, type Shop, type Team } from './teams.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const refusal = (code: string): unknown => expect.objectContaining({ code });

async function close(team: Team): Promise<void> {
  const context = { ...requestContext(), now: new Date(), commandId: randomUUID() };
  await shop.deps.subscriptions.handle(team.id, closeBilling(team.id), context);
}

describe('a closed team', () => {
  test('pays for no plan any longer, however often and by which process it is reconciled', async () => {
    const team = shop.newTeam();
    await team.subscribe('starter');
    await close(team);
    await Promise.all([team.reconcile(), team.reconcile()]);
    await team.reconcile();
    expect((await team.reconcile()).snapshot.subscriptions).toMatchObject([{ status: 'canceled' }]);
    expect((await team.types()).filter((type) => type === 'SubscriptionEnded')).toHaveLength(1);
    expect(await team.credits()).toBe(0);
    await shop.till.standIn.advance(40 * DAY);
    expect((await team.reconcile()).snapshot.invoices).toHaveLength(1);
  });

  test('is reconciled by the next sweep, even if the process that closed it died', async () => {
    const team = shop.newTeam();
    await team.subscribe('starter');
    await close(team);
    await observeSoon(shop.database, team.id);
    await sweep(shop.deps);
    expect(await team.plan()).toBeNull();
  });

  test('regression: is reconciled by the next sweep, even if an observation began before it was closed', async () => {
    const team = shop.newTeam();
    await team.subscribe('starter');
    const [isAsked, isClosed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const provider: typeof shop.deps.provider = {
      ...shop.deps.provider,
      async snapshot(customerId) {
        isAsked.resolve();
        await isClosed.promise;
        return shop.deps.provider.snapshot(customerId);
      },
    };
    const observation = observe({ ...shop.deps, provider }, team.id, requestContext());
    await isAsked.promise;
    await close(team);
    await observeSoon(shop.database, team.id);
    isClosed.resolve();
    await observation;
    await sweep(shop.deps);
    expect(await team.plan()).toBeNull();
  });

  test('ends the subscription that was being paid for as its last member left', async () => {
    const team = shop.newTeam();
    const { clientSecret } = await team.begin('starter');
    await close(team);
    await shop.till.confirm(clientSecret ?? '', 'pm_card_visa');
    await team.reconcile();
    expect(await team.plan()).toBeNull();
    await expect(team.subscribe('starter')).rejects.toThrow(refusal('forbidden'));
  });
});

describe('a trial that the browser pays', () => {
  test('is ended and refunded if its card has had another one', async () => {
    const [first, second] = [shop.newTeam(), shop.newTeam()];
    for (const team of [first, second]) {
      await team.payInBrowser('trial', 'pm_card_mastercard');
      await team.reconcile();
    }
    expect(await first.plan()).toBe('trial');
    expect(await second.plan()).toBeNull();
    // Not even briefly: they would be spent before the refund.
    expect(await second.ledger()).toEqual([
      expect.objectContaining({ type: 'CreditsExpired', data: expect.objectContaining({ credits: 0 }) as unknown }),
    ]);
    expect((await second.reconcile()).snapshot.invoices).toMatchObject([
      { refunds: [{ amount: 100, hasFailed: false }] },
    ]);
    expect((await second.types()).filter((type) => type === 'TrialRefused')).toHaveLength(1);
    await expect(second.subscribe('trial')).rejects.toThrow(refusal('trial_used'));
    expect(await second.subscribe('starter')).toMatchObject({ status: 'succeeded' });
  });

  test('regression: is ended and refunded if its PayPal account has had another one', async () => {
    const [first, second] = [shop.newTeam(), shop.newTeam()];
    for (const team of [first, second]) {
      await team.subscribe('trial', 'pm_paypal');
      await team.act((world, id) => void answerBank(world, id, true));
      await team.reconcile();
    }
    expect(await first.plan()).toBe('trial');
    expect(await second.plan()).toBeNull();
    expect((await second.reconcile()).snapshot.invoices).toMatchObject([
      { refunds: [{ amount: 100, hasFailed: false }] },
    ]);
    expect((await second.types()).filter((type) => type === 'TrialRefused')).toHaveLength(1);
  });

  test('stays when the same team reconciles again', async () => {
    const team = shop.newTeam();
    await team.payInBrowser('trial', 'pm_card_visa');
    await team.reconcile();
    await team.reconcile();
    expect(await team.plan()).toBe('trial');
  });
});

async function payingByPaypal(): Promise<Team> {
  const team = shop.newTeam();
  await team.subscribe('starter', 'pm_paypal');
  await team.act((world, id) => void answerBank(world, id, true));
  await team.reconcile();
  return team;
}

describe('an upgrade', () => {
  test('by PayPal is paid at once, without the user', async () => {
    const team = await payingByPaypal();
    expect(await team.change('business')).toMatchObject({ status: 'succeeded' });
    expect(await team.plan()).toBe('business');
  });

  test('refused by PayPal leaves nothing behind', async () => {
    const team = await payingByPaypal();
    await team.act(({ account }) => {
      account.failsNext = true;
    });
    await expect(team.change('business')).rejects.toThrow(refusal('card_declined'));
    const { snapshot, state } = await team.reconcile();
    expect(snapshot).toMatchObject({ subscriptions: [{ price: 'starter', hasPendingUpdate: false }] });
    expect(snapshot.invoices).toHaveLength(1);
    expect(state.failures.size).toBe(0);
  });

  test('can be requested again after a decline once the provider has abandoned it', async () => {
    const team = shop.newTeam();
    await team.subscribe('starter');
    await team.act(({ account }) => {
      account.failsNext = true;
    });
    await expect(team.change('business')).rejects.toThrow(refusal('card_declined'));
    expect(await team.next('business')).toMatchObject({ action: 'retry' });
    await shop.till.standIn.advance(DAY);
    expect(await team.next('business')).toMatchObject({ action: 'upgrade' });
    expect(await team.change('business')).toMatchObject({ status: 'succeeded' });
  });
});

describe('a refund', () => {
  test('after the end of a plan takes nothing of the next plan', async () => {
    const team = shop.newTeam();
    await team.subscribe('starter');
    const [paid] = (await team.reconcile()).snapshot.invoices;
    await shop.till.provider.cancelNow(paid?.subscriptionId ?? '');
    await team.reconcile();
    await shop.till.standIn.advance(60);
    await team.subscribe('starter');
    expect(await team.credits()).toBe(200);
    await shop.till.provider.refund(paid?.id ?? '');
    await shop.till.provider.refund(paid?.id ?? '');
    await team.reconcile();
    expect(await team.credits()).toBe(200);
    expect((await team.types()).filter((type) => type === 'PaymentRefunded')).toHaveLength(1);
  });

  test('leaves all credits to the next one if it fails', async () => {
    const team = shop.newTeam();
    await team.subscribe('starter');
    await team.act((world, id) => refund(world, id, 1450));
    await team.reconcile();
    expect(await team.credits()).toBe(100);
    await team.act(({ account, ...world }) => {
      const charge = account.invoices.at(-1)?.payment?.charge;
      failRefund({ account, ...world }, charge?.id ?? '', charge?.refunds[0]?.id ?? '');
    });
    await team.reconcile();
    expect(await team.credits()).toBe(200);
    await team.act((world, id) => refund(world, id, 2900));
    await team.reconcile();
    expect(await team.credits()).toBe(0);
  });
});

describe('a payment', () => {
  test('is not retried unless it failed', async () => {
    const team = shop.newTeam();
    await expect(retry(shop.deps, team.id, {}, requestContext())).rejects.toThrow(refusal('nothing_to_retry'));
    await team.subscribe('starter');
    await expect(retry(shop.deps, team.id, {}, requestContext())).rejects.toThrow(refusal('nothing_to_retry'));
  });

  test('cannot be retried with an American Express card', async () => {
    const team = shop.newTeam();
    await team.subscribe('starter');
    await team.losesItsCards();
    await shop.till.standIn.advance(31 * DAY + 4 * 3600);
    await expect(retry(shop.deps, team.id, { paymentMethodId: 'pm_card_amex' }, requestContext())).rejects.toThrow(
      refusal('amex_not_accepted'),
    );
  });

  test('is withdrawn for an abandoned add-on', async () => {
    const team = shop.newTeam();
    await team.subscribe('starter');
    await team.losesItsCards();
    const [method] = await shop.till.provider.paymentMethods((await team.state()).customerId ?? '');
    expect(method).toBeDefined();
    await expect(buyAddon(shop.deps, team.id, requestContext())).rejects.toThrow(refusal('card_declined'));
    await shop.till.standIn.advance(DAY);
    await team.reconcile();
    const { snapshot, state } = await team.reconcile();
    expect(snapshot.invoices.at(-1)).toMatchObject({ status: 'void' });
    expect(state.failures.size).toBe(0);
    expect(state.checkout).toBeNull();
  });

  test('can be restarted if the provider failed to take it: a saved failure does not last a day', async () => {
    const team = shop.newTeam();
    const saved = new Set<string>();
    const failing: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      const key = request.headers.get('idempotency-key') ?? '';
      if (request.url.endsWith('/v1/subscriptions') && request.method === 'POST' && saved.size < 1) saved.add(key);
      return saved.has(key)
        ? Response.json({ error: { type: 'api_error', message: 'Something went wrong' } }, { status: 500 })
        : shop.till.standIn.fetch(request);
    };
    const { now } = shop.till.standIn;
    const common = { mode: 'sandbox' as const, automaticTax: false, returnUrl: () => 'http://localhost', now };
    const deps = { ...shop.deps, provider: createStripePayments({ ...SANDBOX_KEYS, ...common, fetch: failing }) };
    const { id: priceId } = await shop.till.priceOf('starter');
    const order = { teamId: team.id, priceId, currency: 'usd', paymentMethodId: 'pm_card_visa' };
    await expect(subscribe(deps, order, requestContext())).rejects.toThrow(refusal('billing_unavailable'));
    await shop.till.standIn.advance(180);
    expect(await subscribe(deps, order, requestContext())).toMatchObject({ status: 'succeeded' });
    expect(await team.plan()).toBe('starter');
  });
});
