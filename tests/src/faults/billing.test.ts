/** Payments while processes die: never two subscriptions, never two grants, never a paid invoice without its credits. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

async function refused(payer: Payer): Promise<void> {
  await setCards('card_chargeCustomerFail')(payer);
  expect(await payer.change('business')).toBe(402);
}

describe('a process that dies after the provider', () => {
  test.for<[string, string, number, (payer: Payer) => Promise<unknown>, ((payer: Payer) => Promise<void>)?]>([
    ['was paid for the add-on', 'InvoicePaid', 200, (payer) => payer.post('charge-support-addon')],
    ['changed the plan', 'PlanChanged', 1_000, (payer) => payer.change('business')],
    ['was paid after a refusal', 'InvoicePaid', 1_000, retry, refused],
    ['refunded a part, unwritten', 'PaymentRefunded', 100, (payer) => refundShare(payer, 0.5, 0)],
    ['refunded a part, with the credits still there', 'CreditsClawedBack', 100, (payer) => refundShare(payer, 0.5, 0)],
    ['was told of a dispute, with the credits still there', 'CreditsClawedBack', 0, disputeLast],
    ['ended a disputed plan', 'SubscriptionEnded', 0, disputeLast],
  ])('%s leaves money and credits alike', patient, async ([, step, left, work, before]) => {
    const payer = await bank.newPayer();
    await payer.subscribe('starter');
    await credits(payer).toBe(200);
    await before?.(payer);
    await killBefore(product, eventOf(step, payer), () => work(payer));
    await credits(payer).toBe(left);
    await clean(product);
    expect(await payer.live()).toBe(left === 0 ? 0 : 1);
  });
});
