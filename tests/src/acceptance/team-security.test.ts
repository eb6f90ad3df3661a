/** An admin's rules for members' logins: a compulsory second factor, and locked-out members. */
import { randomUUID } from 'node:crypto';
import type { CreatedKey } from '@clearcut/schemas/api-keys/http';
import type { RecoveryCodes, TotpEnrolment } from '@clearcut/schemas/identity/second-factor';
import type { AdminUser, SecondFactorPolicy } from '@clearcut/schemas/team/http';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailTo, type Person } from '../support/person.ts';
import { collaborator, joinTeam, newTeam } from '../support/team.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

const POLICY = '/api/admin/second-factor-policy';

async function setUp(owner: Person): Promise<readonly string[]> {
  const { secret } = await bodyOf<TotpEnrolment>(await owner.send('POST', '/api/auth/second-factor/totp'));
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await owner.send('POST', '/api/auth/second-factor/totp/confirm', { code });
  return (await bodyOf<RecoveryCodes>(confirmed)).recoveryCodes;
}

/** The route takes no time in the past. */
async function moveDeadline(teamId: string, userId: string, to: Date): Promise<void> {
  const { length } = await product.eventStore.readStream(`team-${teamId}`);
  const data = { teamId, userId, required: true, from: to.toISOString() };
  const metadata = {
    correlationId: 'test',
    causationId: 'test',
    actor: { kind: 'user', id: userId },
    occurredAt: new Date().toISOString(),
  } as const;
  const event = { id: randomUUID(), event: { type: 'SecondFactorPolicyChanged', data }, metadata } as const;
  await product.eventStore.append(`team-${teamId}`, length, [event]);
}

test('with a compulsory second factor, members without one can only set one up', async () => {
  const { admin, teamId } = await newTeam(product.url);
  const member = await joinTeam(product.url, admin, { role: 3 });
  const { email = '', pk: id = '' } = (await member.me()) ?? {};
  const require = (required: boolean) => admin.send('PUT', POLICY, { required });
  // The admin would be locked out first.
  expect(await errorOf(await require(true))).toBe('409 second_factor_missing');
  await setUp(admin);
  expect(await errorOf(await member.send('PUT', POLICY, { required: true }))).toBe('403 forbidden');
  expect((await require(true)).status).toBe(200);
  expect(await bodyOf(await admin.get(POLICY))).toEqual({ required: true, from: null, without: 1 });
  expect(await product.typesOf(`team-${teamId}`)).toContain('SecondFactorPolicyChanged');

  expect((await member.me())?.must_set_up_second_factor).toBe(true);
  for (const path of ['/api/transaction', '/api/billing', '/api/auth/sessions']) {
    expect(await errorOf(await member.get(path)), path).toBe('403 second_factor_setup_required');
  }
  expect(await errorOf(await member.send('PATCH', '/api/user/me', { first_name: 'Bo' }))).toBe(
    '403 second_factor_setup_required',
  );
  const again = createPerson(product.url);
  const answer = await again.logIn(email);
  expect(await bodyOf(answer)).toMatchObject({ must_set_up_second_factor: true });
  // Uploads from before the login arrive at once.
  const { anonymous_session_id: session_id } = (await again.me()) ?? {};
  expect((await again.send('POST', '/api/transaction/link-anonymous-images', { session_id })).status).toBe(200);
  await setUp(member);
  expect((await member.me())?.must_set_up_second_factor).toBe(false);
  expect((await member.get('/api/transaction')).status).toBe(200);

  const listed = await bodyOf<AdminUser>(await admin.get(`/api/admin/users/${id}`));
  expect(listed.hasSecondFactor).toBe(true);
  const lost = () => admin.send('DELETE', `/api/admin/users/${id}/second-factor`);
  expect(await bodyOf<AdminUser>(await lost())).toMatchObject({ hasSecondFactor: false });
  expect(await errorOf(await lost())).toBe('409 second_factor_missing');
  expect(await member.me()).toBeUndefined();
  await mailTo(product.url, email, /An admin removed the second factor/);
  const removal = (await product.eventStore.readStream(`account-${id}`)).findLast(
    ({ event }) => event.type === 'SecondFactorRemoved',
  );
  expect(removal?.event.data).toMatchObject({ by: 'admin' });
  expect(removal?.metadata.actor.kind).toBe('user');

  expect((await require(false)).status).toBe(200);
  await again.logIn(email);
  expect((await again.get('/api/transaction')).status).toBe(200);
});

test('members have some days to set up a second factor, see the deadline, and are locked out after it', async () => {
  const { admin, teamId } = await newTeam(product.url);
  const member = await joinTeam(product.url, admin, { role: 3 });
  await setUp(admin);
  const change = async (body: object) => bodyOf<SecondFactorPolicy>(await admin.send('PUT', POLICY, body));
  const { from, ...rule } = await change({ required: true, days: 7 });
  expect(rule).toEqual({ required: true, without: 1 });
  const days = (Date.parse(from ?? '') - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);
  expect(await member.me()).toMatchObject({ must_set_up_second_factor: false, second_factor_due: from });
  expect((await member.get('/api/transaction')).status).toBe(200);
  expect(await admin.me()).toMatchObject({ must_set_up_second_factor: false, second_factor_due: null });
  expect(await errorOf(await admin.send('PUT', POLICY, { required: true, days: 5 }))).toBe('400 validation_failed');

  await moveDeadline(teamId, (await admin.me())?.pk ?? '', new Date(Date.now() - 60_000));
  expect(await errorOf(await member.get('/api/transaction'))).toBe('403 second_factor_setup_required');
  expect(await member.me()).toMatchObject({ must_set_up_second_factor: true, second_factor_due: null });
  await setUp(member);
  expect((await member.get('/api/transaction')).status).toBe(200);
  expect(await change({ required: true })).toEqual({ required: true, from: null, without: 0 });
  expect(await change({ required: false })).toEqual({ required: false, from: null, without: 0 });
});

test('regression: a login that began while a member was being disabled does not return with them', async () => {
  const { admin } = await newTeam(product.url);
  const member = await joinTeam(product.url, admin, { role: 1 });
  const id = (await member.me())?.pk;
  const [session] = await product.database.query<{ row: unknown }>(
    'SELECT to_json(s) AS row FROM identity.sessions s WHERE user_id = $1',
    [id],
  );
  await admin.send('POST', `/api/admin/users/${id}/disable`);
  await product.database.query(
    'INSERT INTO identity.sessions SELECT * FROM json_populate_record(NULL::identity.sessions, $1)',
    [session?.row],
  );
  const token = member.session() ?? '';
  expect(await member.me()).toBeUndefined();
  expect((await admin.send('POST', `/api/admin/users/${id}/enable`)).status).toBe(200);
  member.setSession(token);
  expect(await member.me()).toBeUndefined();
});

test("regression: a disabled member's key and password are refused while the read model of teams is behind", async () => {
  const { admin } = await newTeam(product.url);
  const member = await joinTeam(product.url, admin, { role: 1 });
  const { email = '', pk: id } = (await member.me()) ?? {};
  const { key } = await bodyOf<CreatedKey>(await member.send('POST', '/api/keys', { label: 'Shop' }));
  await admin.send('POST', `/api/admin/users/${id}/disable`);
  await product.database.query("UPDATE read_team.member SET status = 'Active' WHERE id = $1", [id]);
  const answer = await fetch(`${product.url}/v1/account/`, { headers: { 'x-api-key': key } });
  expect(await errorOf(answer)).toBe('401 api_key_invalid');
  expect(await errorOf(await createPerson(product.url).logIn(email))).toBe('403 user_disabled');
});

test("regression: a demoted admin's session has the new rights while the read model of teams is behind", async () => {
  const { admin } = await newTeam(product.url);
  const member = await joinTeam(product.url, admin, { role: 1 });
  const { pk: id } = (await member.me()) ?? {};
  expect((await member.get('/api/webhooks')).status).toBe(200);
  await admin.send('PUT', `/api/admin/users/${id}`, collaborator);
  await product.database.query("UPDATE read_team.member SET role = 'admin' WHERE id = $1", [id]);
  expect(await errorOf(await member.get('/api/webhooks'))).toBe('403 forbidden');
});

test('a disabled member is locked out at once everywhere, until an admin re-enables them', async () => {
  const { admin } = await newTeam(product.url);
  const member = await joinTeam(product.url, admin, { role: 1 });
  const { email = '', pk: id = '' } = (await member.me()) ?? {};
  const made = await member.send('POST', '/api/keys', { label: 'Shop', scopes: ['account:read'] });
  const { key } = await bodyOf<CreatedKey>(made);
  const byKey = () => fetch(`${product.url}/v1/account/`, { headers: { 'x-api-key': key } });
  expect((await byKey()).status).toBe(200);

  const to = (way: 'disable' | 'enable', who = id) => admin.send('POST', `/api/admin/users/${who}/${way}`);
  expect(await bodyOf<AdminUser>(await to('disable'))).toMatchObject({ status: 'Disabled' });
  expect(await member.me()).toBeUndefined();
  expect(await errorOf(await createPerson(product.url).logIn(email))).toBe('403 user_disabled');
  expect((await byKey()).status).toBe(401);
  expect(await errorOf(await to('disable', (await admin.me())?.pk))).toBe('409 own_account_disabling');
  const filter = encodeURIComponent(JSON.stringify({ status: ['Disabled'] }));
  expect(await bodyOf<AdminUser[]>(await admin.get(`/api/admin/users?filter=${filter}`))).toHaveLength(1);

  expect(await bodyOf<AdminUser>(await to('enable'))).toMatchObject({ status: 'Active' });
  expect((await createPerson(product.url).logIn(email)).status).toBe(200);
  expect((await byKey()).status).toBe(200);
});
