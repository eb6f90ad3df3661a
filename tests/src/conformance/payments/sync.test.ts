/** `billing-sync`, for operators when hints of the provider have long been missing. */
import { billingSync } from '@clearcut/operator/commands/billing/billing-sync';
import type { OperatorContext } from '@clearcut/operator/command';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY } from './harness.ts';
import { openShop, type Shop } from './teams.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await shop.close();
});

const sync = () => {
  const { database, eventStore } = shop.deps;
  return billingSync.run([], { database, eventStore } as OperatorContext, {});
};

test('records facts that no hint reported, once, and says how many', async () => {
  vi.stubEnv('SANDBOX', 'true');
  const [paying, lost] = [shop.newTeam(), shop.newTeam()];
  await paying.subscribe('starter');
  await lost.payInBrowser('pro', 'pm_card_visa');
  await paying.reconcile();
  expect(await lost.plan()).toBeNull();

  expect(await sync()).toMatchObject({ json: { teams: 2, events: expect.any(Number) as number } });
  expect([await paying.plan(), await lost.plan()]).toEqual(['starter', 'professional']);
  const text = 'Looked at 2 teams; 0 events were new.';
  expect(await sync()).toEqual({ text, json: { teams: 2, events: 0 } });

  const before = (await paying.types()).filter((type) => type === 'InvoicePaid').length;
  await shop.till.standIn.advance(31 * DAY + 4 * 60 * 60);
  await sync();
  expect((await paying.types()).filter((type) => type === 'InvoicePaid')).toHaveLength(before + 1);
});

test('says what to set where nothing is sold', async () => {
  vi.stubEnv('SANDBOX', 'false');
  await expect(sync()).rejects.toThrow('set STRIPE_SECRET_KEY');
});
