/** `billing-setup` at the provider, the first time and later. */
import type { StandInCatalogue } from '@clearcut/sandbox/store';
import { projectRoot } from '@clearcut/platform/config/project';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { readCatalogue } from '@clearcut/platform/payments/catalogue';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { openTill, type StandInTill } from './harness.ts';

const WEBHOOK = 'https://clearcut.example.com/api/stripe/webhook/';

let testDatabase: TestDatabase;
let database: Database;
let till: StandInTill;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, { name: 'set-up' });
  till = await openTill(database);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const run = async () => till.provider.setUp(await readCatalogue(`${projectRoot}/billing/catalogue.json`), WEBHOOK);

/** Like a change in the Dashboard. */
async function byHand(change: (catalogue: StandInCatalogue) => void): Promise<void> {
  const [row] = await database.query<{ catalogue: StandInCatalogue }>('SELECT catalogue FROM sandbox_stripe.state');
  if (row === undefined) throw new Error('The stand-in has no state');
  change(row.catalogue);
  await database.query('UPDATE sandbox_stripe.state SET catalogue = $1', [JSON.stringify(row.catalogue)]);
}

test("prints the webhook's secret once, and makes nothing twice", async () => {
  expect(await run()).toMatchObject({
    made: [`webhook ${WEBHOOK}`],
    changed: [],
    webhookSecret: expect.stringContaining('whsec') as string,
  });
  expect(await run()).toEqual({ made: [], changed: [], webhookSecret: null });
});

test('repairs what an older version made, and manual changes', async () => {
  await run();
  await byHand(({ endpoints, products, portals }) => {
    for (const endpoint of endpoints) endpoint.enabledEvents = ['invoice.paid'];
    for (const product of products.slice(0, 1)) Object.assign(product, { name: 'Old name', active: false });
    for (const portal of portals) portal.features = { ...portal.features, subscription_cancel: { enabled: true } };
  });
  const { made, changed, webhookSecret } = await run();
  expect({ made, webhookSecret }).toEqual({ made: [], webhookSecret: null });
  expect(changed).toEqual([expect.stringMatching(/^product /), 'portal configuration', `webhook ${WEBHOOK}`]);
  expect(await run()).toMatchObject({ made: [], changed: [] });
});

test('removes no price of another product', async () => {
  await byHand(({ prices }) => {
    const pro = prices.find(({ lookupKey }) => lookupKey === 'pro');
    if (pro !== undefined) Object.assign(pro, { metadata: {} });
  });
  await expect(run()).rejects.toThrow('Clearcut did not make it');
});
