/** Numbers and cards of payments, by which support finds a team. */
import { startPaymentsPolicy } from '@clearcut/command-api/subscription';
import { readSubscriberStatuses } from '@clearcut/platform/event-store/subscriber';
import { CatalogueError } from '@clearcut/schemas/errors';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openShop, type Shop } from './teams.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('regression: while the provider is away the index waits, then continues', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  await team.reconcile();
  let isAway = true;
  const { provider } = shop.deps;
  const policy = startPaymentsPolicy({
    ...shop.deps,
    provider: {
      ...provider,
      snapshot: (customerId) =>
        isAway ? Promise.reject(new CatalogueError('billing_unavailable')) : provider.snapshot(customerId),
    },
  });
  onTestFinished(() => policy.stop());
  const states = async () => (await readSubscriberStatuses(shop.database)).map(({ state, error }) => [state, error]);
  await expect.poll(states, { timeout: 10_000 }).toEqual([['waiting', 'The payment provider is out of reach']]);
  isAway = false;
  const found = () => shop.database.query('SELECT last4 FROM billing.payment WHERE team_id = $1', [team.id]);
  await expect.poll(found, { timeout: 10_000 }).toEqual([{ last4: '4242' }]);
});
