/** The subscription context on the real log, the adapter for Stripe and the stand-in: what is told of payments, by any observer at any time. */
import { randomUUID } from 'node:crypto';
import { creditPoolDecider, emptyPool, keyOf } from '@clearcut/command-api/credits/credit-pool';
import { closeDispute, dispute, refund } from '@clearcut/command-api/sandbox/stripe/engine/payments';
import type { World } from '@clearcut/command-api/sandbox/stripe/engine/model';
import { nextAction, resume, retry, switchPlan } from '@clearcut/command-api/subscription/changes';
import { type Asked, type CheckoutDeps, subscribe } from '@clearcut/command-api/subscription/checkout/checkout';
import { createSubscriptionHandler, observe } from '@clearcut/command-api/subscription/handler';
import { migrateBilling } from '@clearcut/command-api/subscription/migrate';
import { commandsOf } from '@clearcut/command-api/subscription/policies/credits';
import { poll, readInbox, type WatchDeps } from '@clearcut/command-api/subscription/policies/watch';
import { planOf } from '@clearcut/command-api/subscription/shown';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import {
  createPostgresEventStore,
  migrateEventStore,
} from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { uuidOf } from '@clearcut/projections/testing/events';
import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import { eventCodec } from '@clearcut/schemas/events/catalogue';
import { isSubscriptionEvent } from '@clearcut/schemas/subscription/events';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { DAY, openTill, type Till } from './harness.ts';

let testDatabase: TestDatabase;
let database: Database;
let till: Till;
let deps: CheckoutDeps & WatchDeps;
const userId = uuidOf('user');
const asked = (): Asked => ({ correlationId: randomUUID(), causationId: 'test', actor: { kind: 'user', id: userId } });

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, { name: 'subscription' });
  await migrateEventStore(database);
  await migrateBilling(database);
  till = await openTill(database);
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });
  deps = {
    database,
    eventStore,
    provider: till.provider,
    subscriptions: createSubscriptionHandler(eventStore),
    secret: { digest: (purpose, text) => Buffer.from(`${purpose} ${text}`) },
    log: createLogger('test', { logLevel: 'silent' }),
  };
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

class Team {
  readonly id = randomUUID();

  async subscribe(name: PriceName): Promise<void> {
    const order = {
      teamId: this.id,
      priceId: (await till.priceOf(name)).id,
      currency: 'usd',
      paymentMethodId: 'pm_card_visa',
    };
    expect(await subscribe(deps, order, asked())).toMatchObject({ status: 'succeeded' });
  }

  async change(name: PriceName) {
    return switchPlan(deps, this.id, { priceId: (await till.priceOf(name)).id }, asked());
  }

  async next(name: PriceName) {
    return nextAction(deps, this.id, (await till.priceOf(name)).id, asked());
  }

  look() {
    return observe(deps, this.id, asked());
  }

  async act(work: (world: World, paymentId: string) => void): Promise<void> {
    const { state } = await deps.subscriptions.load(this.id);
    const run = (world: World): void => work(world, world.account.invoices.at(-1)?.payment?.id ?? '');
    await till.standIn.act(state.customerId ?? '', run);
  }

  /** As the ledger would have it, from the log. */
  async credits(): Promise<number> {
    const ledger: CreditPoolEvent[] = [];
    for (const { event } of await deps.eventStore.readStream(`subscription-${this.id}`)) {
      if (!isSubscriptionEvent(event)) continue;
      for (const command of commandsOf(event)) {
        const state = ledger.reduce(creditPoolDecider.evolve, emptyPool(keyOf(command)));
        ledger.push(...creditPoolDecider.decide(command, state));
      }
    }
    return ledger.at(-1)?.data.balance ?? 0;
  }

  async plan() {
    return planOf((await deps.subscriptions.load(this.id)).state);
  }
}

test('many looks at once take down each fact once', async () => {
  const team = new Team();
  await team.subscribe('starter');
  await till.standIn.advance(32 * DAY);
  await Promise.all(Array.from({ length: 6 }, () => team.look()));
  const types = (await deps.eventStore.readStream(`subscription-${team.id}`)).map(({ event }) => event.type);
  expect(types.filter((type) => type === 'InvoicePaid')).toHaveLength(2);
  expect(await team.credits()).toBe(400);
});

test('without any webhook, asking finds what happened', async () => {
  const team = new Team();
  await team.subscribe('starter');
  await poll(deps);
  await till.standIn.advance(32 * DAY);
  expect(await team.credits()).toBe(200);
  await poll(deps);
  while ((await database.query('SELECT id FROM billing.inbox WHERE done_at IS NULL AND due_at <= now()')).length > 0) {
    await readInbox(deps);
  }
  expect(await team.credits()).toBe(400);
});

test('a downgrade that was taken back can be asked for again', async () => {
  const team = new Team();
  await team.subscribe('business');
  await team.change('starter');
  await team.change('starter');
  await resume(deps, team.id, asked());
  await team.change('starter');
  await till.standIn.advance(32 * DAY);
  await team.look();
  expect(await team.plan()).toBe('starter');
  expect(await team.credits()).toBe(1200);
});

test('a renewal that failed leaves plan and credits, and is paid by hand', async () => {
  const team = new Team();
  await team.subscribe('starter');
  // A month has 28 days at least, so the first try and some more have failed by then.
  await team.act(({ account }) => {
    for (const method of account.methods) Object.assign(method, { test: 'card_chargeCustomerFail' });
  });
  await till.standIn.advance(31 * DAY + 4 * 60 * 60);
  await team.look();
  expect(await team.plan()).toBe('starter');
  expect(await team.next('starter')).toMatchObject({ action: 'retry' });
  expect(await retry(deps, team.id, 'pm_card_visa', asked())).toMatchObject({ status: 'succeeded' });
  expect(await team.credits()).toBe(400);
});

test('a refund takes its share, a dispute the rest, and together no more than was granted', async () => {
  const team = new Team();
  await team.subscribe('starter');
  await team.act((world, id) => refund(world, id, 1450));
  await team.look();
  expect(await team.credits()).toBe(100);
  await team.act((world, id) => dispute(world, id));
  await team.look();
  expect(await team.credits()).toBe(0);
  await till.provider.cancelNow((await team.look()).snapshot.subscriptions[0]?.id ?? '');
  await team.look();
  expect(await team.plan()).toBeNull();
  await team.act((world, id) => closeDispute(world, id, 'won'));
  await team.look();
  expect(await team.credits()).toBe(100);
});

test('two tabs that ask for two plans at once make one subscription', async () => {
  const team = new Team();
  const outcomes = await Promise.allSettled([team.subscribe('starter'), team.subscribe('business')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await team.look()).snapshot.subscriptions.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
});

test('a start of which only the attempt was written is gone on with', async () => {
  const team = new Team();
  const now = await till.standIn.now();
  const attempt = {
    teamId: team.id,
    attemptId: randomUUID(),
    purpose: 'subscribe',
    price: 'starter',
    currency: 'usd',
    now,
  } as const;
  const context = { ...asked(), now: new Date(), commandId: randomUUID() };
  await deps.subscriptions.handle(team.id, { type: 'StartCheckout', ...attempt }, context);
  await team.subscribe('starter');
  expect((await team.look()).snapshot.subscriptions).toMatchObject([{ attemptId: attempt.attemptId }]);
});
