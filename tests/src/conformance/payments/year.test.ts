/** A year of many teams, with failing cards, refunds, disputes and plan changes: both audits find nothing. */
import { closeDispute, dispute, refund } from '@clearcut/sandbox/engine/payments';
import type { Invoice, World } from '@clearcut/sandbox/engine/model';
import { cancel, poll, readInbox, resume, retry, sweep } from '@clearcut/command-api/subscription';
import { BillingAudit } from '@clearcut/operator/billing-audit';
import { LedgerAudit } from '@clearcut/operator/ledger-audit';
import { CatalogueError } from '@clearcut/schemas/errors';
import { isSubscriptionEvent } from '@clearcut/schemas/subscription/events';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from './harness.ts';
import { requestContext, openShop, type Shop, type Team } from './teams.ts';

const long = process.env['LONG_TESTS'] === '1';
const TEAMS = long ? 200 : 3;
const MONTHS = long ? 12 : 3;

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const setCards = (test: string) => (team: Team) =>
  team.act(({ account }) => {
    for (const method of account.methods) Object.assign(method, { test });
  });
const isUntouched = ({ payment }: Invoice): boolean =>
  payment?.charge?.refunds.length === 0 && payment.charge.dispute === null;
const ofLastPayment = (work: (world: World, id: string, amount: number) => void) => (team: Team) =>
  team.act((world) => {
    const { payment } = world.account.invoices.findLast(isUntouched) ?? {};
    if (payment?.charge) work(world, payment.id, payment.charge.amount);
  });
const PLANS: readonly PriceName[] = ['starter', 'pro', 'business', 'enterprise', 'ultimate'];

/** Events of a team's month; most often none. */
const DEEDS: readonly ((team: Team) => Promise<unknown>)[] = [
  ...Array.from({ length: 6 }, () => () => Promise.resolve()),
  setCards('card_chargeCustomerFail'),
  setCards('card_authenticationRequired'),
  setCards('card_visa'),
  (team) => retry(shop.deps, team.id, { paymentMethodId: 'pm_card_visa' }, requestContext()),
  ofLastPayment((world, id, amount) => refund(world, id, Math.ceil(amount / 3))),
  ofLastPayment((world, id) => {
    dispute(world, id);
    if (world.account.counter % 2 === 0) closeDispute(world, id, 'won');
  }),
  ...PLANS.map((name) => (team: Team) => team.change(name)),
  ...PLANS.map((name) => (team: Team) => team.subscribe(name)),
  (team) => team.subscribe('trial'),
  (team) => cancel(shop.deps, team.id, null, requestContext()),
  (team) => resume(shop.deps, team.id, requestContext()),
];

/** A refusal is an answer; anything else is a failure. */
async function tried(deed: Promise<unknown>): Promise<void> {
  await deed.catch((error: unknown) => {
    if (!(error instanceof CatalogueError) || error.status >= 500) throw error;
  });
}

async function follow(): Promise<void> {
  await poll(shop.deps);
  const isOpen = async (): Promise<boolean> =>
    (await shop.database.query('SELECT 1 FROM billing.inbox WHERE done_at IS NULL AND due_at <= now()')).length > 0;
  while (await isOpen()) await readInbox(shop.deps);
  await shop.database.query('UPDATE billing.customer SET due_at = now()');
  for (let count = 0; count < TEAMS; count += 20) await sweep(shop.deps);
}

test(`audits find nothing in ${MONTHS} months of ${TEAMS} teams`, { timeout: 3_600_000 }, async () => {
  const teams = Array.from({ length: TEAMS }, () => shop.newTeam());
  // The same in each run.
  const [draws = []] = fc.sample(fc.array(fc.nat(1_000), { minLength: TEAMS * (MONTHS + 1), size: 'max' }), {
    seed: 19,
    numRuns: 1,
  });
  const draw = (): number => draws.pop() ?? 0;
  await poll(shop.deps);
  for (const team of teams) await team.subscribe(PLANS[draw() % PLANS.length] ?? 'starter');
  for (let month = 0; month < MONTHS; month += 1) {
    for (const team of teams) await tried(DEEDS[draw() % DEEDS.length]?.(team) ?? Promise.resolve());
    await shop.till.standIn.advance((month % 2 === 0 ? 20 : 41) * DAY);
    await follow();
  }
  const [billing, ledger, wrong] = [new BillingAudit(), new LedgerAudit(), [] as string[]];
  for (const team of teams) {
    for (const { event } of await shop.deps.eventStore.readStream(`subscription-${team.id}`)) {
      if (isSubscriptionEvent(event)) billing.add(event);
    }
    for (const [index, event] of (await team.ledger()).entries()) {
      billing.add(event);
      const recorded = { event, stream: `creditPool-${team.id}`, version: index + 1 };
      wrong.push(...ledger.add(recorded as Parameters<LedgerAudit['add']>[0]));
    }
    const { snapshot } = await team.reconcile();
    const paying = snapshot.subscriptions.filter(({ endedAt, status }) => endedAt === null && status !== 'incomplete');
    expect(paying.length).toBeLessThanOrEqual(1);
    const paid = snapshot.invoices.filter(({ status }) => status === 'paid').map(({ id }) => id);
    expect(new Set((await team.state()).paid.keys())).toEqual(new Set(paid));
  }
  expect([...wrong, ...billing.end()]).toEqual([]);
  expect(billing.payments).toBeGreaterThan(TEAMS);
});
