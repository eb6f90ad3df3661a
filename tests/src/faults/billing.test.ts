/**
 * Payments while processes die: never two subscriptions, never two grants, never a paid invoice without its credits.
 * Then payments in any order: whatever a team, its bank and the operator's colleague do, both audits stay clean.
 */
import { randomUUID } from 'node:crypto';
import { closeDispute, dispute, refund } from '@clearcut/sandbox/engine/payments';
import type { Invoice } from '@clearcut/sandbox/engine/model';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, startInstallation } from '../support/installation.ts';
import { type Bank, clean, DAY, HOUR, openBank, type Payer } from './billing-harness.ts';
import { event, killBefore, prepareKillPoints, type Step } from './kill-points.ts';

const long = process.env['LONG_TESTS'] === '1';
const patient = { timeout: long ? 3_600_000 : 300_000 };
const PATIENT = { timeout: 60_000 };

let product: Installation;
let bank: Bank;

beforeAll(async () => {
  product = await startInstallation();
  await prepareKillPoints(product);
  bank = await openBank(product);
});
afterAll(() => product.stop());

/** The provider call with this step's key, before its result is stored. */
const call = (step: string): Step => ({
  name: `the call ${step}`,
  table: 'sandbox_stripe.answer',
  write: 'INSERT',
  when: `NEW.key LIKE 'cc_%_${step}'`,
});

/** For one team only: others sync meanwhile. */
const eventOf = (name: string, { teamId }: Payer): Step => event(name, teamId);

const credits = (payer: Payer) => expect.poll(async () => (await payer.billing()).credits, PATIENT);

describe('a process that dies', () => {
  test.for([
    ['after storing the attempt and before calling the provider', () => call('subscribe')],
    ['after the provider made the subscription', (payer: Payer) => eventOf('SubscriptionStarted', payer)],
    ['after storing the payment and before granting its credits', (payer: Payer) => eventOf('CreditsGranted', payer)],
  ] as const)('%s leaves one subscription with its credits', patient, async ([, stepOf]) => {
    const payer = await bank.newPayer();
    await killBefore(product, stepOf(payer), () => payer.subscribe('starter'));
    expect([200, 409]).toContain(await payer.subscribe('starter'));
    await credits(payer).toBe(200);
    expect(await payer.live()).toBe(1);
    await clean(product);
  });

  test.for([
    ['after storing the attempt to buy a pack', () => call('invoice')],
    ['after the provider was paid for a pack', (payer: Payer) => eventOf('InvoicePaid', payer)],
    ['after storing a paid pack', (payer: Payer) => eventOf('CreditsGranted', payer)],
  ] as const)('%s leaves one pack, however often it is requested', patient, async ([, stepOf]) => {
    const payer = await bank.newPayer();
    const attemptId = randomUUID();
    await killBefore(product, stepOf(payer), () => payer.buyPack('pack_50', attemptId));
    expect(await payer.buyPack('pack_50', attemptId)).toBe(200);
    await credits(payer).toBe(50);
    expect(await payer.buyPack('pack_50', attemptId)).toBe(200);
    expect((await payer.billing()).packs).toBe(1);
    await clean(product);
  });

  test('after requesting a renewal and before storing it, leaves that to the next process', patient, async () => {
    const payer = await bank.newPayer();
    await payer.subscribe('starter');
    await credits(payer).toBe(200);
    await killBefore(product, eventOf('InvoicePaid', payer), () => bank.standIn.advance(31 * DAY + 2 * HOUR));
    await credits(payer).toBe(400);
    await clean(product);
  });

  test('before the read model has a grant, is completed by the next sweep', patient, async () => {
    const payer = await bank.newPayer();
    const step: Step = {
      name: 'the line of the ledger',
      table: 'read_credit_ledger.entry',
      write: 'INSERT',
      when: `NEW.team_id = '${payer.teamId}'`,
    };
    await killBefore(product, step, () => payer.subscribe('starter'), 'projections');
    await credits(payer).toBe(200);
    await clean(product);
  });

  test("between a schedule's two calls leaves a plan that can still be changed", patient, async () => {
    const payer = await bank.newPayer();
    await payer.subscribe('business');
    await credits(payer).toBe(1_000);
    await killBefore(product, call('phases'), () => payer.change('starter'));
    expect((await payer.billing()).subscriptionInfo?.scheduled).toBeNull();
    expect(await payer.change('starter')).toBe(200);
    expect((await payer.billing()).subscriptionInfo).toMatchObject({ scheduled: { price: 'starter' } });
    await bank.standIn.advance(31 * DAY + 2 * HOUR);
    await credits(payer).toBe(1_200);
    await clean(product);
  });

  test("while ending a closed team's plan leaves no plan", patient, async () => {
    const payer = await bank.newPayer();
    await payer.subscribe('starter');
    await killBefore(product, eventOf('SubscriptionEnded', payer), () => payer.close());
    await expect.poll(() => payer.live(), PATIENT).toBe(0);
    await expect.poll(() => product.typesOf(`subscription-${payer.teamId}`), PATIENT).toContain('SubscriptionEnded');
    await clean(product);
  });
});

/** No predictions: the audits know the invariants. */
type Model = Record<string, never>;
interface Real {
  readonly payer: Payer;
}

const left = ({ payment }: Invoice): number =>
  (payment?.charge?.amount ?? 0) - (payment?.charge?.refunds.reduce((sum, { amount }) => sum + amount, 0) ?? 0);

/** A command, followed by the invariants whatever its outcome. */
class Command implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #work: (payer: Payer) => Promise<unknown>;

  constructor(name: string, work: (payer: Payer) => Promise<unknown>) {
    this.#name = name;
    this.#work = work;
  }
  check(): boolean {
    return true;
  }
  toString(): string {
    return this.#name;
  }
  async run(_model: Model, { payer }: Real): Promise<void> {
    const status = await this.#work(payer);
    // It may be refused with a reason, but never fail with a server error.
    if (typeof status === 'number') expect(status, this.#name).toBeLessThan(500);
    await payer.post('sync');
    // The audits compare balances, grants, claw-backs and the one live subscription.
    await clean(product);
    expect(await payer.live()).toBeLessThanOrEqual(1);
    const { credits: balance, addons, planName } = await payer.billing();
    expect(balance).toBeGreaterThanOrEqual(0);
    if (addons.length > 0) expect(planName, 'an add-on without a plan').not.toBeNull();
  }
}

const setCards = (test: string) => (payer: Payer) =>
  payer.act(({ account }) => {
    for (const method of account.methods) Object.assign(method, { test });
  });
const plan = fc.constantFrom<PriceName>('starter', 'pro', 'business', 'ultimate');
const commands = [
  plan.map((name) => new Command(`subscribe ${name}`, (payer) => payer.subscribe(name))),
  fc.constant(new Command('begin a trial', (payer) => payer.subscribe('trial'))),
  plan.map((name) => new Command(`change to ${name}`, (payer) => payer.change(name))),
  fc.constant(new Command('end the trial', (payer) => payer.post('finalize-trial'))),
  fc.constant(new Command('cancel', (payer) => payer.post('subscription/cancel', {}))),
  fc.constant(new Command('resume', (payer) => payer.post('subscription/resume'))),
  fc.constant(new Command('retry', (payer) => payer.post('subscription/retry', { payment_method_id: 'pm_card_visa' }))),
  fc.constant(new Command('buy the add-on', (payer) => payer.post('charge-support-addon'))),
  fc
    .constantFrom<PriceName>('pack_10', 'pack_50', 'pack_200')
    .map((name) => new Command(`buy ${name}`, (payer) => payer.buyPack(name))),
  fc.constant(new Command('lose the cards', setCards('card_chargeCustomerFail'))),
  fc.constant(new Command('find the cards', setCards('card_visa'))),
  fc.tuple(fc.constantFrom(0.01, 0.5, 1), fc.nat(5)).map(
    ([share, nth]) =>
      new Command(`refund ${share} of payment ${nth}`, (payer) =>
        payer.act((world) => {
          const paid = world.account.invoices.filter((invoice) => left(invoice) > 1);
          const one = paid[nth % Math.max(1, paid.length)];
          if (one?.payment) refund(world, one.payment.id, Math.ceil(left(one) * share));
        }),
      ),
  ),
  fc.constant(
    new Command('dispute', (payer) =>
      payer.act((world) => {
        const paid = world.account.invoices.findLast(({ payment }) => payment?.charge?.dispute === null);
        if (paid?.payment) dispute(world, paid.payment.id);
      }),
    ),
  ),
  fc.constant(
    new Command('win the dispute', (payer) =>
      payer.act((world) => {
        const open = world.account.invoices.find(
          ({ payment }) => payment?.charge?.dispute?.status === 'needs_response',
        );
        if (open?.payment) closeDispute(world, open.payment.id, 'won');
      }),
    ),
  ),
  fc
    .constantFrom(1, 8, 32)
    .map((days) => new Command(`${days} days`, () => bank.standIn.advance(days * DAY + 2 * HOUR))),
];

test('no credit is granted unpaid or paid ungranted, in any order of events', patient, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: long ? 25 : 8 }), async (taken) => {
      const payer = await bank.newPayer();
      await fc.asyncModelRun(() => ({ model: {}, real: { payer } }), taken);
    }),
    { numRuns: long ? 40 : 3, endOnFailure: true },
  );
});
