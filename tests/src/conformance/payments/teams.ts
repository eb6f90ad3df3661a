/** Paying teams: the subscription context on the real log, with the Stripe adapter and the stand-in. */
import { randomUUID } from 'node:crypto';
import { creditPoolAggregate, emptyPool } from '@clearcut/command-api/credits';
import type { World } from '@clearcut/sandbox/engine/model';
import {
  type RequestContext,
  commandsOf,
  createSubscriptionHandler,
  migrateSubscriptions,
  nextAction,
  planOf,
  reconcile,
  subscribe,
  subscriptionAggregate,
  switchPlan,
  type WatchDeps,
} from '@clearcut/command-api/subscription';
import { migrateAccounts } from '@clearcut/command-api/accounts';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import {
  createPostgresEventStore,
  migrateEventStore,
} from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { migrateSubscribers } from '@clearcut/platform/event-store/subscriber';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { uuidOf } from '@clearcut/projections/testing/events';
import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import { eventCodec } from '@clearcut/schemas/events/catalogue';
import { isSubscriptionEvent } from '@clearcut/schemas/subscription/events';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import { createTestDatabase } from '../../support/postgres.ts';
import { openTill, type StandInTill } from './harness.ts';

export type Deps = WatchDeps;

/** By a user of the team. */
export const requestContext = (): RequestContext => ({
  correlationId: randomUUID(),
  causationId: 'test',
  actor: { kind: 'user', id: uuidOf('user') },
});

export interface Shop {
  readonly database: Database;
  readonly till: StandInTill;
  readonly deps: Deps;
  newTeam(): Team;
  close(): Promise<void>;
}

/** Its own database, with everything for sale. */
export async function openShop(): Promise<Shop> {
  const testDatabase = await createTestDatabase();
  const database = createDatabase(testDatabase.url, { name: 'shop' });
  await migrateEventStore(database);
  await migrateSubscriptions(database);
  await migrateAccounts(database);
  await migrateSubscribers(database);
  const till = await openTill(database);
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });
  const deps: Deps = {
    database,
    eventStore,
    provider: till.provider,
    subscriptions: createSubscriptionHandler(eventStore),
    secret: { digest: (purpose, text) => Buffer.from(`${purpose} ${text}`) },
    log: createLogger('test', { logLevel: 'silent' }),
  };
  return {
    database,
    till,
    deps,
    newTeam: () => new Team(deps, till),
    async close() {
      await database.close();
      await testDatabase.drop();
    },
  };
}

export class Team {
  readonly id = randomUUID();
  readonly #deps: Deps;
  readonly #till: StandInTill;

  constructor(deps: Deps, till: StandInTill) {
    this.#deps = deps;
    this.#till = till;
  }

  async subscribe(name: PriceName, paymentMethodId = 'pm_card_visa') {
    const { id: priceId } = await this.#till.priceOf(name);
    return subscribe(this.#deps, { teamId: this.id, priceId, currency: 'usd', paymentMethodId }, requestContext());
  }

  /** Without a payment method, like `create-intent`: the browser pays. */
  async begin(name: PriceName) {
    const { id: priceId } = await this.#till.priceOf(name);
    return subscribe(this.#deps, { teamId: this.id, priceId, currency: 'usd' }, requestContext());
  }

  async payInBrowser(name: PriceName, paymentMethodId: string): Promise<void> {
    const { clientSecret } = await this.begin(name);
    await this.#till.confirm(clientSecret ?? '', paymentMethodId);
  }

  async change(name: PriceName) {
    return switchPlan(this.#deps, this.id, { priceId: (await this.#till.priceOf(name)).id }, requestContext());
  }

  async next(name: PriceName) {
    return nextAction(this.#deps, this.id, (await this.#till.priceOf(name)).id, requestContext());
  }

  reconcile() {
    return reconcile(this.#deps, this.id, requestContext());
  }

  async state() {
    return (await this.#deps.subscriptions.load(this.id)).state;
  }

  async act(work: (world: World, paymentId: string) => void): Promise<void> {
    const { customerId } = await this.state();
    const run = (world: World): void => work(world, world.account.invoices.at(-1)?.payment?.id ?? '');
    await this.#till.standIn.act(customerId ?? '', run);
  }

  /** All of the team's cards are refused from now on. */
  async losesItsCards(): Promise<void> {
    await this.act(({ account }) => {
      for (const method of account.methods) Object.assign(method, { test: 'card_chargeCustomerFail' });
    });
  }

  async types(): Promise<string[]> {
    return (await this.#deps.eventStore.readStream(`subscription-${this.id}`)).map(({ event }) => event.type);
  }

  /** From the log, as the ledger would show it. */
  async ledger(): Promise<CreditPoolEvent[]> {
    const ledger: CreditPoolEvent[] = [];
    let state = subscriptionAggregate.initialState;
    for (const { event } of await this.#deps.eventStore.readStream(`subscription-${this.id}`)) {
      if (!isSubscriptionEvent(event)) continue;
      for (const { key, decide } of commandsOf(event, state)) {
        const pool = ledger.reduce(creditPoolAggregate.evolve, emptyPool(key));
        ledger.push(...decide(pool, new Date(0)));
      }
      state = subscriptionAggregate.evolve(state, event);
    }
    return ledger;
  }

  async credits(): Promise<number> {
    return (await this.ledger()).at(-1)?.data.balance ?? 0;
  }

  async plan() {
    return planOf(await this.state());
  }
}
