/** The security log of a team's admin, and how the operator ends the logins of a stolen account. */
import { SECURITY_KINDS } from '@clearcut/schemas/security/kinds';
import type { SecurityEntry } from '@clearcut/schemas/security/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcome, startOperator } from '../faults/projections-harness.ts';
import { clean } from '../support/audits.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, type Person } from '../support/person.ts';
import { openPayers } from '../support/payers.ts';
import { grantCredits } from '../support/saver.ts';
import { collaborator, joinTeam, newAddress } from '../support/team.ts';

let product: Installation;
let email: string;
let admin: Person;
let member: Person;
let memberId: string;

beforeAll(async () => {
  product = await startInstallation();
  email = newAddress();
  admin = createPerson(product.url);
  await admin.signUp(email, { first_name: 'Ada', last_name: 'Boss' });
  member = await joinTeam(product.url, admin, { ...collaborator, firstName: '=Bea' });
  memberId = (await member.me())?.pk ?? '';
});
afterAll(() => product.stop());

const pathOf = (filter: object, file = ''): string =>
  `/api/admin/security-log/${file}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const list = async (filter: object = {}): Promise<SecurityEntry[]> => bodyOf(await admin.get(pathOf(filter)));

/**
 * The log lags behind the events. Effects of one request share their moment, so kinds are compared in alphabetical
 * order.
 */
const kinds = (filter: object = {}) =>
  expect.poll(async () => (await list(filter)).map(({ kind, detail }) => `${kind} ${detail}`).sort(), {
    timeout: 20_000,
  });

test('lists logins, wrong passwords, and changes of rights and credits, with who did them to whom', async () => {
  const { email: address = '' } = (await member.me()) ?? {};
  expect(await errorOf(await createPerson(product.url).logIn(address, 'wrong'))).toBe('400 credentials_incorrect');
  expect((await createPerson(product.url).logIn(address)).status).toBe(200);
  const rights = { role: 2, permissions: ['myImages'], mayDeleteOwnAccount: true };
  expect((await admin.send('PUT', `/api/admin/users/${memberId}/`, rights)).status).toBe(200);
  await kinds({ userId: memberId }).toEqual([
    'address_proved invitation',
    'logged_in invitation',
    'logged_in password',
    'login_failed wrong-password',
    'member_invited collaborator',
    'member_joined null',
    'password_changed invitation',
    'rights_changed limited',
  ]);
  const [changed, , failed] = await list({ userId: memberId });
  expect(changed).toMatchObject({ userId: memberId, userName: '=Bea', actorKind: 'user', actorName: 'Ada Boss' });
  expect(failed).toMatchObject({ actorKind: 'anonymous', actorName: null });

  const { team_id } = (await admin.me()) ?? {};
  await grantCredits(product, team_id ?? '', 3);
  await kinds({ kind: 'credits_changed' }).toEqual(['credits_changed 3']);
});

test('lists plans, payment methods, tax data, add-ons, webhooks and keys with who changed them, also in the file', async () => {
  const payers = await openPayers(product);
  expect(await payers.subscribe(admin, 'starter', 'pm_card_visa')).toMatchObject([200, {}]);
  await payers.post(admin, 'subscription/cancel', {});
  await payers.post(admin, 'subscription/resume', {});
  expect(await payers.change(admin, 'business')).toMatchObject([200, {}]);
  expect(await payers.change(admin, 'starter')).toMatchObject([200, {}]);
  await payers.post(admin, 'subscription/resume', {});
  await payers.post(admin, 'set-default-payment-method', { payment_method_id: 'pm_card_mastercard' });
  await payers.post(admin, 'charge-support-addon');
  const tax = {
    type: 'Private',
    firstName: 'Ada',
    lastName: 'Boss',
    email,
    address: 'Weg 1',
    zipCode: '10115',
    city: 'Berlin',
    country: 'DE',
  };
  expect((await admin.send('PATCH', '/api/stripe/billing/tax-info/', tax)).status).toBe(200);
  const { id } = await bodyOf<{ id: string }>(await admin.send('POST', '/api/webhooks/', { url: `${product.url}/` }));
  await admin.send('PATCH', `/api/webhooks/${id}/`, { isEnabled: false });
  await admin.send('PATCH', `/api/webhooks/${id}/`, { isEnabled: true });
  await admin.send('POST', `/api/webhooks/${id}/rotate/`);
  await admin.send('DELETE', `/api/webhooks/${id}/`);
  await admin.send('POST', '/api/keys/', { label: 'A program' });
  const changes = SECURITY_KINDS.filter((kind) => /^(plan|addon|payment|tax|webhook|key)_/.test(kind));
  await kinds({ kind: changes }).toEqual([
    'addon_bought null',
    'key_created live',
    'payment_method_changed null',
    'plan_bought starter',
    'plan_cancelled null',
    'plan_change_scheduled starter',
    'plan_change_unscheduled null',
    'plan_changed business',
    'plan_resumed null',
    'tax_information_changed null',
    'webhook_added null',
    'webhook_disabled null',
    'webhook_enabled null',
    'webhook_removed null',
    'webhook_secret_changed null',
  ]);
  const entries = await list({ kind: changes });
  expect(new Set(entries.map(({ actorName }) => actorName))).toEqual(new Set(['Ada Boss']));
  const file = await (await admin.get(pathOf({ kind: 'plan_cancelled' }, 'export.csv'))).text();
  expect(file).toMatch(/,Plan cancelled,.*,Ada Boss,/);
  await clean(product);
});

test('other teams and members who are not admins read none of it', async () => {
  expect(await errorOf(await member.get(pathOf({})))).toBe('403 forbidden');
  const stranger = createPerson(product.url);
  await stranger.signUp(newAddress());
  const path = pathOf({ userId: memberId });
  expect(await bodyOf(await stranger.get(path))).toEqual([]);
});

test('the file has every row that passes the filter, and no formula', async () => {
  const answer = await admin.get(pathOf({ kind: 'login_failed' }, 'export.csv'));
  expect(answer.headers.get('content-disposition')).toMatch(/clearcut-security-\d{4}-\d\d-\d\d\.csv/);
  const [head, line, ...rest] = (await answer.text()).split('\r\n');
  expect(head).toBe('Date (UTC),Event,About,Detail,Who,About (user ID),User ID,Ledger entry,Picture');
  expect(line).toMatch(new RegExp(`,Wrong password or code,'=Bea,wrong-password,Visitor,${memberId},,`));
  expect(rest).toEqual(['']);
});

test('a wrong password for an address without an account is in no log', async () => {
  const before = (await product.events()).length;
  await createPerson(product.url).logIn('nobody@example.com', 'wrong');
  expect(await product.events()).toHaveLength(before);
});

test('alerts can use it through the metrics', async () => {
  await expect
    .poll(async () => (await fetch(`${product.url}/metrics`)).text(), { timeout: 20_000 })
    .toMatch(/security_facts\{[^}]*kind="login_failed"[^}]*\} 1\b/);
});

test('the operator ends all logins of an account', async () => {
  const other = createPerson(product.url);
  await other.logIn(email);
  const ended = await outcome(
    startOperator({ DATABASE_URL: product.databaseUrl }, 'end-sessions', email.toUpperCase(), '--json'),
  );
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({ ended: 2 });
  expect(await other.me()).toBeUndefined();
  expect(await admin.me()).toBeUndefined();
  expect((await admin.logIn(email)).status).toBe(200);
  await kinds({ kind: 'sessions_ended' }).toEqual(['sessions_ended operator']);
});
