/** Staff view of a team, and corrections of its credits. */
import { randomUUID } from 'node:crypto';
import { SUPPORT } from '@clearcut/schemas/constants';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import type { LedgerAuditView } from '@clearcut/schemas/credits/audit-http';
import { refund } from '@clearcut/sandbox/engine/payments';
import type { SearchAnswer } from '@clearcut/schemas/support/http';
import {
  type AdjustAnswer,
  type TeamFacts,
  type TeamPayments,
  teamPaymentsSchema,
} from '@clearcut/schemas/support/team-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clean } from '../support/audits.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { openPayers } from '../support/payers.ts';
import { eventually } from '../support/product.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { newStaff, type Staff } from '../support/staff.ts';

let product: Installation;
let owner: Saver;
let auditor: Staff;

beforeAll(async () => {
  product = await sharedInstallation();
  [owner, auditor] = [await newSaver(product, 5), await newStaff(product, 'auditor')];
});
afterAll(() => product.stop());

const pathOf = (teamId: string): string => `/api/staff/teams/${teamId}/`;
const adjustment = (credits: number, adjustmentId: string = randomUUID()) => ({
  adjustmentId,
  credits,
  reason: 'The hair was lost in the HD file',
});
const adjust = (staff: Staff, body: object, teamId = owner.teamId): Promise<Response> =>
  staff.send('POST', `${pathOf(teamId)}adjustments/`, body);

test('staff see what a team has, without names, and the team reads that they looked', async () => {
  const key = await owner.person.send('POST', '/api/keys/', { label: 'Shop' });
  const hook = await owner.person.send('POST', '/api/webhooks/', { url: 'https://hooks.example.com/a-secret' });
  const support = await newStaff(product, 'support');
  const facts = await eventually(async () => {
    const seen = await bodyOf<TeamFacts>(await support.get(pathOf(owner.teamId)));
    const isWhole = seen.keys.length === (key.ok ? 1 : 0) && seen.webhooks.length === (hook.ok ? 1 : 0);
    return isWhole ? seen : undefined;
  });
  expect([key.ok, hook.ok]).toEqual([true, true]);
  expect(facts).toMatchObject({ id: owner.teamId, planName: null, subscription: null, credits: 5, mayAdjust: null });
  expect(facts.members).toMatchObject([{ id: owner.userId, role: 'admin', status: 'Active', hasSecondFactor: false }]);
  expect(facts.keys).toMatchObject([{ mode: 'live' }]);
  expect(facts.webhooks).toMatchObject([{ host: 'hooks.example.com', isEnabled: true }]);
  const email = (await owner.person.me())?.email ?? '?';
  for (const hidden of [email, 'a-secret', 'Shop']) expect(JSON.stringify(facts)).not.toContain(hidden);

  const seen = await eventually(async () => {
    const log = await bodyOf<{ kind: string; actorId: string }[]>(await owner.person.get('/api/admin/security-log/'));
    return log.find(({ kind }) => kind === 'team_opened');
  });
  expect(seen).toMatchObject({ actorId: support.id });
  expect(await errorOf(await support.get(pathOf(randomUUID())))).toBe('404 team_not_found');
});

test('an adjustment is a ledger line with its reason, once per id, and in the staff log', async () => {
  const billing = await newStaff(product, 'billing');
  const before = await bodyOf<TeamFacts>(await billing.get(pathOf(owner.teamId)));
  expect(before.mayAdjust).toBe(SUPPORT.adjustedPerDay);
  const body = adjustment(3);
  const answers = [await adjust(billing, body), await adjust(billing, body)].map((answer) =>
    bodyOf<AdjustAnswer>(answer),
  );
  expect(await Promise.all(answers)).toEqual([1, 2].map(() => ({ credits: before.credits + 3 })));
  expect(await errorOf(await adjust(billing, { ...body, credits: 4 }))).toBe('422 idempotency_key_reused');
  const { lines, sum, faults } = await eventually(async () => {
    const audit = await bodyOf<LedgerAuditView>(await auditor.get(`/api/staff/ledgers/${owner.teamId}/`));
    return audit.shown === audit.sum ? audit : undefined;
  });
  expect([sum, faults]).toEqual([before.credits + 3, []]);
  expect(lines.at(-1)).toMatchObject({
    type: 'CreditsAdjusted',
    description: 'staff_adjustment',
    credits: 3,
    actorKind: 'staff',
  });
  const ledger = await bodyOf<{ kind: string; cause: string }[]>(await owner.person.get('/api/admin/credit-ledger/'));
  expect(ledger[0]).toMatchObject({ kind: 'adjusted', cause: body.reason });
  const entry = await eventually(async () => {
    const log = await bodyOf<AuditEntry[]>(await auditor.get('/api/staff/audit/?filter={"action":"adjust-credits"}'));
    return log[0];
  });
  expect(entry).toMatchObject({ staffId: billing.id, target: owner.teamId, reason: body.reason });
});

test('limits the credits that a staff member adjusts per day, given or taken, at once or one by one', async () => {
  const billing = await newStaff(product, 'billing');
  const half = SUPPORT.adjustedPerDay / 2;
  const answers = await Promise.all([1, 2, 3, 4].map(() => adjust(billing, adjustment(half))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(await errorOf(await adjust(billing, adjustment(-1)))).toBe('409 adjustment_limit_reached');
  const facts = await bodyOf<TeamFacts>(await billing.get(pathOf(owner.teamId)));
  expect(facts.mayAdjust).toBe(0);
});

test('regression: the staff log has a repeated adjustment once, and none that was refused', async () => {
  const billing = await newStaff(product, 'billing');
  const poor = await newSaver(product, 2);
  expect(await errorOf(await adjust(billing, adjustment(-3), poor.teamId))).toBe('409 adjustment_too_large');
  const body = adjustment(-2);
  for (let time = 0; time < 2; time += 1) expect((await adjust(billing, body, poor.teamId)).status).toBe(200);
  const acts = (await product.events('staffAction')).filter(
    ({ event }) => event.type === 'StaffActed' && event.data.target === poor.teamId,
  );
  expect(acts).toHaveLength(1);
});

test("a refused adjustment changes nothing, not even the day's limit", async () => {
  const billing = await newStaff(product, 'billing');
  const poor = await newSaver(product, 2);
  expect(await errorOf(await adjust(billing, adjustment(-3), poor.teamId))).toBe('409 adjustment_too_large');
  expect(await errorOf(await adjust(billing, { ...adjustment(1), reason: ' ' }))).toBe('400 validation_failed');
  for (const credits of [0, 1.5, SUPPORT.adjustedPerDay + 1]) {
    expect(await errorOf(await adjust(billing, adjustment(credits)))).toBe('400 validation_failed');
  }
  expect(await errorOf(await adjust(billing, adjustment(1), randomUUID()))).toBe('404 team_not_found');
  const ownTeam = (await billing.me())?.team_id;
  expect(await errorOf(await adjust(billing, adjustment(1), ownTeam ?? ''))).toBe('403 forbidden');
  const facts = await bodyOf<TeamFacts>(await billing.get(pathOf(poor.teamId)));
  expect(facts).toMatchObject({ credits: 2, mayAdjust: SUPPORT.adjustedPerDay });
});

test("support sees a team's payments, and finds them by what customers quote", async () => {
  const payers = await openPayers(product);
  const person = await payers.newcomer();
  const teamId = (await person.me())?.team_id ?? '';
  expect(await payers.subscribe(person, 'starter')).toMatchObject([200, {}]);
  expect(await payers.post(person, 'charge-support-addon')).toMatchObject([200, {}]);
  await payers.post(person, 'subscription/cancel', { value: 'Too dear' });
  await payers.act(person, (world) => refund(world, world.account.invoices[0]?.payment?.id ?? '', 1000));
  await payers.post(person, 'sync');
  const staff = await newStaff(product, 'support');
  const seen = await bodyOf<TeamPayments>(await staff.get(`${pathOf(teamId)}payments/`));
  const customer = await payers.customerOf(person);
  expect(seen).toMatchObject({ customer: { id: customer }, addons: ['support_addon'], cancelReason: 'Too dear' });
  expect(seen.payments).toMatchObject([
    { price: 'support_addon', paymentStatus: 'paid', card: { brand: 'visa', last4: '4242' } },
    { price: 'starter', paymentStatus: 'partially_refunded', refunded: 1000 },
  ]);
  expect(seen.history.map(({ type }) => type)).toContain('CancellationScheduled');
  const [addon] = seen.payments;
  const day = addon?.date.slice(0, 10) ?? '';
  for (const [q, by] of [
    [addon?.number ?? '', 'invoice'],
    [addon?.id ?? '', 'invoice'],
    [customer, 'customer'],
    [`4242 ${day}`, 'card'],
  ] as const) {
    const answer = await eventually(async () => {
      const found = await bodyOf<SearchAnswer>(await staff.send('POST', '/api/staff/search/', { q }));
      return found.found.some(({ id }) => id === teamId) ? found : undefined;
    });
    expect(answer).toMatchObject({ by });
  }
  const messages = await newStaff(product, 'operations');
  expect(await errorOf(await messages.get(`${pathOf(teamId)}payments/`))).toBe('403 forbidden');
  await clean(product, [teamId, owner.teamId]);
});

test('regression: support sees the payments of a team that chose who gets mails about them', async () => {
  const contacts = { userIds: [owner.userId] };
  expect(await bodyOf(await owner.person.send('PUT', '/api/billing/contacts/', contacts))).toEqual(contacts);
  const staff = await newStaff(product, 'support');
  const { history } = teamPaymentsSchema.parse(await bodyOf(await staff.get(`${pathOf(owner.teamId)}payments/`)));
  expect(history).toMatchObject([{ type: 'BillingContactsChosen', details: {} }]);
});
