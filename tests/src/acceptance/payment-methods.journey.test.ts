/** Cards of a payer at the Stripe stand-in: kept, removed, refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { answered, billingOf, openPayers, type Payers } from '../support/payers.ts';

let product: Installation;
let payers: Payers;

beforeAll(async () => {
  product = await sharedInstallation();
  payers = await openPayers(product);
});
afterAll(() => product.stop());

describe('a card', () => {
  test('keeps the method that pays a running plan', async () => {
    const person = await payers.newcomer();
    expect(await payers.post(person, 'charge-support-addon')).toMatchObject([
      409,
      { errorCode: 'payment_method_required' },
    ]);
    await payers.subscribe(person, 'starter');
    const list = async () =>
      bodyOf<{ id: string; isDefault: boolean }[]>(await person.get('/api/stripe/payment-methods/'));
    const [{ id } = { id: '' }] = await list();
    const remove = (method: string) =>
      answered(person.send('DELETE', '/api/stripe/payment-methods/', { payment_method_id: method }));
    expect(await remove(id)).toMatchObject([409, { errorCode: 'payment_method_in_use' }]);
    await payers.post(person, 'set-default-payment-method', { payment_method_id: 'pm_card_mastercard' });
    expect((await list()).map(({ isDefault }) => isDefault)).toEqual([false, true]);
    expect((await remove(id))[0]).toBe(200);
    expect(await remove(id)).toMatchObject([404, { errorCode: 'payment_method_not_found' }]);
    expect(await payers.post(person, 'charge-support-addon')).toMatchObject([200, { status: 'succeeded' }]);
  });

  test('stores no refused card, and each card once', async () => {
    const person = await payers.newcomer();
    const cards = async () =>
      (await bodyOf<{ last4: string }[]>(await person.get('/api/stripe/payment-methods/'))).map(({ last4 }) => last4);
    expect(await payers.subscribe(person, 'starter', 'pm_card_chargeDeclined')).toMatchObject([402, {}]);
    expect(await cards()).toEqual([]);
    expect(await payers.subscribe(person, 'starter', 'pm_card_visa')).toMatchObject([200, {}]);
    for (let times = 0; times < 3; times += 1) {
      await payers.post(person, 'set-default-payment-method', { payment_method_id: 'pm_card_visa' });
    }
    expect(await cards()).toEqual(['4242']);
    await payers.post(person, 'set-default-payment-method', { payment_method_id: 'pm_card_mastercard' });
    expect(await cards()).toEqual(['4242', '4444']);
  });

  test('regression: a card that was added and not yet chosen, as after a reload, is no second entry', async () => {
    const person = await payers.newcomer();
    const { publishableKey } = await bodyOf<{ publishableKey: string }>(
      await fetch(`${product.url}/api/stripe/config/`),
    );
    /** As the provider's form does. @returns the method's id */
    const add = async (card: string): Promise<string> => {
      const { clientSecret } = await bodyOf<{ clientSecret: string }>(await person.get('/api/stripe/setup-intent/'));
      const id = clientSecret.split('_secret_')[0];
      const answer = await fetch(`${product.url}/dev/stripe/v1/setup_intents/${id}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
      });
      return (await bodyOf<{ payment_method: string }>(answer)).payment_method;
    };
    const list = async () =>
      bodyOf<{ id: string; last4: string; isDefault: boolean }[]>(await person.get('/api/stripe/payment-methods/'));
    const shown = async () =>
      (await list()).map(({ last4, isDefault }) => (isDefault ? `${last4}, default` : last4)).toSorted();
    const remove = async (id: string) =>
      answered(person.send('DELETE', '/api/stripe/payment-methods/', { payment_method_id: id }));
    await payers.subscribe(person, 'starter');
    const [twin] = [await add('pm_card_visa'), await add('pm_card_mastercard'), await add('pm_card_mastercard')];
    expect(await shown()).toEqual(['4242, default', '4444']);
    expect(await remove(twin)).toMatchObject([409, { errorCode: 'payment_method_in_use' }]);
    expect((await remove((await list()).find(({ last4 }) => last4 === '4444')?.id ?? ''))[0]).toBe(200);
    expect(await shown()).toEqual(['4242, default']);
    await payers.act(person, ({ account }) => {
      expect(account.methods.filter(({ attached, test }) => attached && test.includes('mastercard'))).toEqual([]);
    });
  });

  test('is refused for a day after ten refusals, with any card', async () => {
    const person = await payers.newcomer();
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await payers.subscribe(person, 'starter', 'pm_card_chargeDeclined')).toMatchObject([
        402,
        { errorCode: 'card_declined' },
      ]);
    }
    expect(await payers.subscribe(person, 'starter')).toMatchObject([402, { errorCode: 'card_declined_too_often' }]);
    expect((await billingOf(person)).planName).toBeNull();
  });
});

test('the audits find nothing after all these cards', () => payers.areClean());
