/** Events about payments, for any observer at any time. */
import { randomUUID } from 'node:crypto';
import { closeDispute, dispute, refund } from '@clearcut/sandbox/engine/payments';
import {
  hintsWaiting,
  keepHint,
  reconcile,
  poll,
  readInbox,
  resume,
  retry,
  startCheckout,
} from '@clearcut/command-api/subscription';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from './harness.ts';
import { requestContext, openShop, type Shop } from './teams.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('many simultaneous passes record each fact once', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  await shop.till.standIn.advance(32 * DAY);
  await Promise.all(Array.from({ length: 6 }, () => team.reconcile()));
  expect((await team.types()).filter((type) => type === 'InvoicePaid')).toHaveLength(2);
  expect(await team.credits()).toBe(400);
});

test('a pass waits for one that another process holds, and queries the provider afterwards', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  const other = await shop.database.connect();
  await other.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`billing:${team.id}`]);
  let context = 0;
  const provider = {
    ...shop.deps.provider,
    snapshot: (customerId: string) => {
      context += 1;
      return shop.deps.provider.snapshot(customerId);
    },
  };
  const running = reconcile({ ...shop.deps, provider }, team.id, { correlationId: 'a', causationId: 'test' });
  await expect
    .poll(() => shop.database.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`))
    .not.toEqual([]);
  expect(context).toBe(0);
  await other.end();
  await running;
  expect(context).toBe(1);
});

test('announces a new hint at once, and no repeated one', async () => {
  const heard: string[] = [];
  const stop = await shop.database.listen(hintsWaiting, (payload) => heard.push(payload));
  const hint = { id: 'evt_announced', type: 'invoice.paid', customerId: 'cus_nobody', at: new Date() };
  expect(await keepHint(shop.database, hint, 'webhook')).toBe(true);
  await expect.poll(() => heard).toEqual(['']);
  expect(await keepHint(shop.database, hint, 'poll')).toBe(false);
  await keepHint(shop.database, { ...hint, id: 'evt_later' }, 'webhook');
  await expect.poll(() => heard).toEqual(['', '']);
  await stop();
  await shop.database.query(`DELETE FROM billing.inbox WHERE customer_id = 'cus_nobody'`);
});

test('polling finds what happened without any webhook', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  await poll(shop.deps);
  await shop.till.standIn.advance(32 * DAY);
  expect(await team.credits()).toBe(200);
  await poll(shop.deps);
  while (
    (await shop.database.query('SELECT id FROM billing.inbox WHERE done_at IS NULL AND due_at <= now()')).length > 0
  ) {
    await readInbox(shop.deps);
  }
  expect(await team.credits()).toBe(400);
});

test('a cancelled downgrade can be requested again', async () => {
  const team = shop.newTeam();
  await team.subscribe('business');
  await team.change('starter');
  await team.change('starter');
  await resume(shop.deps, team.id, requestContext());
  await team.change('starter');
  await shop.till.standIn.advance(32 * DAY);
  await team.reconcile();
  expect(await team.plan()).toBe('starter');
  expect(await team.credits()).toBe(1200);
});

test('a failed renewal keeps plan and credits, and is paid by hand', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  // A month has at least 28 days, so the first attempt and some retries have failed by then.
  await team.losesItsCards();
  await shop.till.standIn.advance(31 * DAY + 4 * 60 * 60);
  await team.reconcile();
  expect(await team.plan()).toBe('starter');
  expect(await team.next('starter')).toMatchObject({ action: 'retry' });
  expect(await retry(shop.deps, team.id, { paymentMethodId: 'pm_card_visa' }, requestContext())).toMatchObject({
    status: 'succeeded',
  });
  expect(await team.credits()).toBe(400);
});

test('a refund takes its share, a dispute the rest, and together no more than was granted', async () => {
  const team = shop.newTeam();
  await team.subscribe('starter');
  await team.act((world, id) => refund(world, id, 1450));
  await team.reconcile();
  expect(await team.credits()).toBe(100);
  await team.act((world, id) => dispute(world, id));
  await team.reconcile();
  expect(await team.credits()).toBe(0);
  expect(await team.plan()).toBeNull();
  await team.act((world, id) => closeDispute(world, id, 'won'));
  await team.reconcile();
  expect(await team.credits()).toBe(100);
});

test('two tabs that request two plans at once make one subscription', async () => {
  const team = shop.newTeam();
  const outcomes = await Promise.allSettled([team.subscribe('starter'), team.subscribe('business')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await team.reconcile()).snapshot.subscriptions.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
});

test('resumes a start of which only the attempt was stored', async () => {
  const team = shop.newTeam();
  const at = await shop.till.standIn.now();
  const attempt = {
    teamId: team.id,
    attemptId: randomUUID(),
    purpose: 'subscribe',
    price: 'starter',
    currency: 'usd',
    at,
  } as const;
  const context = { ...requestContext(), now: new Date(), commandId: randomUUID() };
  await shop.deps.subscriptions.handle(team.id, startCheckout(attempt), context);
  await team.subscribe('starter');
  expect((await team.reconcile()).snapshot.subscriptions).toMatchObject([{ attemptId: attempt.attemptId }]);
});
