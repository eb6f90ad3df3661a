/**
 * Hints of the provider in any order, repeated or lost, and overlapping syncs: after a last poll the log equals that of
 * immediate syncs. Stand-in, Stripe adapter, handler and log are the real ones.
 */
import { closeDispute, dispute, refund } from '@clearcut/sandbox/engine/payments';
import { change, end } from '@clearcut/sandbox/engine/subscriptions';
import type { Invoice, Subscription, World } from '@clearcut/sandbox/engine/model';
import { observe, poll, readInbox } from '@clearcut/command-api/subscription';
import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from './harness.ts';
import { requestContext, type Deps, openShop, type Shop, type Team } from './teams.ts';

const NUM_RUNS = process.env['LONG_TESTS'] === '1' ? 150 : 3;

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

interface Account {
  readonly world: World;
  readonly live: Subscription | undefined;
  /** The last invoice with a remaining charge. */
  readonly paid: Invoice | undefined;
}

const setCards = ({ account }: World, test: string): void => {
  for (const method of account.methods) Object.assign(method, { test });
};

/** Happens at the provider without a hint. */
const STEPS = {
  renew: () => undefined,
  'refund half': ({ world, paid }) =>
    paid?.payment?.charge && refund(world, paid.payment.id, Math.ceil(left(paid) / 2)),
  refund: ({ world, paid }) => paid?.payment?.charge && refund(world, paid.payment.id, left(paid)),
  dispute({ world, paid, live }) {
    if (paid?.payment?.charge?.dispute !== null) return;
    dispute(world, paid.payment.id);
    // The product's answer; immediate here, so that both teams end at the same moment.
    if (live?.id === paid.subscriptionId) end(world, live, 'canceled');
  },
  'win the dispute': ({ world, paid }) =>
    paid?.payment?.charge?.dispute?.status === 'needs_response' && closeDispute(world, paid.payment.id, 'won'),
  'cancel at once': ({ world, live }) => live && end(world, live, 'canceled'),
  'cancel later': ({ live }) => live && Object.assign(live, { cancelAtPeriodEnd: !live.cancelAtPeriodEnd }),
  upgrade: ({ world, live }) =>
    live?.status === 'active' && change(world, live, { priceId: ultimate, endsTrial: false, at: world.now }),
  'lose the cards': ({ world }) => setCards(world, 'card_chargeCustomerFail'),
  'find the cards': ({ world }) => setCards(world, 'card_visa'),
} as const satisfies Record<string, (account: Account) => unknown>;

let ultimate = '';
const left = ({ payment }: Invoice): number =>
  (payment?.charge?.amount ?? 0) - (payment?.charge?.refunds.reduce((sum, { amount }) => sum + amount, 0) ?? 0);

type Step = keyof typeof STEPS;

async function take(step: Step, team: Team): Promise<void> {
  await team.act((world) => {
    const { subscriptions, invoices } = world.account;
    const live = subscriptions.find(({ endedAt, status }) => endedAt === null && status !== 'incomplete');
    const paid = invoices.findLast((invoice) => invoice.payment?.charge && left(invoice) > 0);
    STEPS[step]({ world, live, paid });
  });
}

/** A sync that has the provider's answer and holds it until released; others of the team wait meanwhile. */
function slowPass(team: Team): { release(): Promise<unknown> } {
  const isReleased = Promise.withResolvers<void>();
  const provider: Deps['provider'] = {
    ...shop.deps.provider,
    async snapshot(customerId) {
      const snapshot = await shop.deps.provider.snapshot(customerId);
      await isReleased.promise;
      return snapshot;
    },
  };
  const running = observe({ ...shop.deps, provider }, team.id, requestContext());
  return {
    release() {
      isReleased.resolve();
      return running;
    },
  };
}

/** Without ids and times, which differ between teams. */
const lineOf = ({ type, data }: CreditPoolEvent): unknown => {
  const { balance, expiring } = data;
  return { type, balance, expiring, credits: data.credits, ...('missing' in data ? { missing: data.missing } : {}) };
};

async function stateOf(team: Team) {
  const state = await team.state();
  return {
    ledger: (await team.ledger()).map(lineOf),
    plan: await team.plan(),
    subscriptions: [...state.subscriptions.values()].map(({ price, status, endsAt }) => [
      price,
      status,
      endsAt !== null,
    ]),
    ended: [...state.ended.values()],
    failures: state.failures.size,
    payments: state.paid.size,
    clawbacks: [...state.refunds.values(), ...state.disputes.values()].map(({ credits, outcome }) => [
      credits,
      outcome,
    ]),
  };
}

async function pollAll(): Promise<void> {
  await poll(shop.deps);
  const open = () => shop.database.query('SELECT id FROM billing.inbox WHERE done_at IS NULL AND due_at <= now()');
  while ((await open()).length > 0) await readInbox(shop.deps);
}

const moves = fc.array(
  fc.record({
    step: fc.constantFrom(...(Object.keys(STEPS) as Step[])),
    days: fc.constantFrom(0, 1, 10, 32),
    passes: fc.nat(1),
    slowPasses: fc.nat(1),
    releases: fc.boolean(),
  }),
  { minLength: 3, maxLength: 8 },
);

type Moves = typeof moves extends fc.Arbitrary<infer Taken> ? Taken : never;
const unseen = (step: Step, days: Moves[number]['days']): Moves[number] => ({
  step,
  days,
  passes: 0,
  slowPasses: 0,
  releases: false,
});

const REGRESSIONS: [Moves][] = [
  // Regression: whether the plan was recorded as cancelled or disputed depended on who synced first.
  [[unseen('cancel at once', 1), unseen('dispute', 1)]],
  // Regression: a payment that failed before the plan's end was announced for retry after it.
  [[unseen('lose the cards', 1), unseen('dispute', 32)]],
  // Regression: an older answer was recorded after that of a sync that found nothing.
  [
    [
      unseen('lose the cards', 0),
      { ...unseen('upgrade', 1), slowPasses: 1 },
      { ...unseen('lose the cards', 10), passes: 1, slowPasses: 1 },
    ],
  ],
];

test('lost, late and repeated hints have the same result as timely ones', { timeout: 3_600_000 }, async () => {
  ultimate = (await shop.till.priceOf('ultimate')).id;
  await poll(shop.deps);
  await fc.assert(
    fc.asyncProperty(moves, async (taken) => {
      const [prompt, lossy] = [shop.newTeam(), shop.newTeam()];
      await prompt.subscribe('starter');
      await lossy.subscribe('starter');
      let waiting: ReturnType<typeof slowPass>[] = [];
      let running: Promise<unknown>[] = [];
      for (const { step, days, passes, slowPasses, releases } of taken) {
        // At least an hour: two facts within one second have no order.
        await shop.till.standIn.advance(3600 + days * DAY);
        await prompt.reconcile();
        for (const team of [prompt, lossy]) await take(step, team);
        await prompt.reconcile();
        for (let count = 0; count < slowPasses; count += 1) waiting.push(slowPass(lossy));
        for (let count = 0; count < passes; count += 1) running.push(lossy.reconcile());
        if (!releases) continue;
        await Promise.all([...waiting.map((one) => one.release()), ...running]);
        [waiting, running] = [[], []];
      }
      const polling = pollAll();
      await Promise.all([polling, ...waiting.map((one) => one.release()), ...running]);
      await pollAll();
      expect(await stateOf(lossy)).toEqual(await stateOf(prompt));
    }),
    { numRuns: NUM_RUNS, endOnFailure: true, examples: REGRESSIONS },
  );
});
