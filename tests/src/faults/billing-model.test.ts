/** Payments in any order: whatever a team, its bank and the operator's colleague do, both audits stay clean. */
import { closeDispute } from '@clearcut/sandbox/engine/payments';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clean } from '../support/audits.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import {
  type Bank,
  DAY,
  disputeLast,
  HOUR,
  openBank,
  type Payer,
  refundShare,
  retry,
  setCards,
} from './billing-harness.ts';

const long = process.env['LONG_TESTS'] === '1';
const patient = { timeout: long ? 3_600_000 : 300_000 };

let product: Installation;
let bank: Bank;

beforeAll(async () => {
  product = await startInstallation();
  bank = await openBank(product);
});
afterAll(() => product.stop());

/** No predictions: the audits know the invariants. */
type Model = Record<string, never>;
interface Real {
  readonly payer: Payer;
}

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

const refunding = (share: number, nth: number) =>
  new Command(`refund ${share} of payment ${nth}`, (payer) => refundShare(payer, share, nth));
const buyingPack = (name: PriceName) => new Command(`buy ${name}`, (payer) => payer.buyPack(name));
const buyingAddon = new Command('buy the add-on', (payer) => payer.post('charge-support-addon'));
const passing = (days: number) => new Command(`${days} days`, () => bank.standIn.advance(days * DAY + 2 * HOUR));
const plan = fc.constantFrom<PriceName>('starter', 'pro', 'business', 'ultimate');
const commands = [
  plan.map((name) => new Command(`subscribe ${name}`, (payer) => payer.subscribe(name))),
  fc.constant(new Command('begin a trial', (payer) => payer.subscribe('trial'))),
  plan.map((name) => new Command(`change to ${name}`, (payer) => payer.change(name))),
  fc.constant(new Command('end the trial', (payer) => payer.post('finalize-trial'))),
  fc.constant(new Command('cancel', (payer) => payer.post('subscription/cancel', {}))),
  fc.constant(new Command('resume', (payer) => payer.post('subscription/resume'))),
  fc.constant(new Command('retry', retry)),
  fc.constant(buyingAddon),
  fc.constantFrom<PriceName>('pack_10', 'pack_50', 'pack_200').map(buyingPack),
  fc.constant(new Command('lose the cards', setCards('card_chargeCustomerFail'))),
  fc.constant(new Command('find the cards', setCards('card_visa'))),
  fc.tuple(fc.constantFrom(0.01, 0.5, 1), fc.nat(5)).map(([share, nth]) => refunding(share, nth)),
  fc.constant(new Command('dispute', disputeLast)),
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
  fc.constantFrom(1, 8, 32).map(passing),
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

test('packs, the add-on and a plan are refunded in parts, each from its own credits', patient, async () => {
  const payer = await bank.newPayer();
  const starting = new Command('subscribe starter', (one) => one.subscribe('starter'));
  const life = [
    [buyingPack('pack_50'), starting, buyingAddon],
    // Each payment once by a half, then what is left of the pack and of the plan.
    [refunding(0.5, 0), refunding(0.5, 1), refunding(0.5, 2), refunding(1, 0), refunding(0.5, 0)],
    [buyingPack('pack_10'), passing(32), buyingAddon, refunding(0.01, 5)],
  ].flat();
  await fc.asyncModelRun(() => ({ model: {}, real: { payer } }), life);
  expect(await payer.billing()).toMatchObject({ credits: 260, packs: 2, addons: ['support_addon'] });
});
