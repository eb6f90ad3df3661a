/** Adding and inviting a team's users, through react-admin's client. */
import type { AdminUser } from '@clearcut/schemas/team/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailsTo, mailTo, PASSWORD, tokenIn } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { collaborator, create, invite, limited, newAddress, newTeam, refusalOf } from '../support/team.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

describe('adding a user', () => {
  test("regression: an admin's choice of password opens no account of that address", async () => {
    const team = await newTeam(product.url);
    const email = newAddress();
    const answer = await team.admin.send('POST', '/api/admin/users', { email, password: PASSWORD, ...limited });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      validation_errors: { password: 'New members choose their own password when they accept the invitation' },
    });
    expect(await errorOf(await createPerson(product.url).logIn(email))).toBe('400 credentials_incorrect');
    expect(await mailsTo(product.url, email)).toEqual([]);
  });

  test('an admin whose own address is not proved sends no mail', async () => {
    const admin = createPerson(product.url);
    await admin.signUp(newAddress());
    const email = newAddress();
    expect(await errorOf(await admin.send('POST', '/api/admin/users', { email, ...limited }))).toBe(
      '403 address_unproved',
    );
    expect(await mailsTo(product.url, email)).toEqual([]);
  });

  test('regression: a pending invitation does not take the address: its owner signs up, and a second team invites them too', async () => {
    const [one, two] = [await newTeam(product.url), await newTeam(product.url)];
    const email = newAddress();
    await invite(one, { email, ...limited });
    const token = tokenIn(await mailTo(product.url, email, /Ada Boss/));
    await invite(two, { email, ...limited });
    const owner = createPerson(product.url);
    const { team_id } = await owner.signUp(email);
    expect([one.teamId, two.teamId]).not.toContain(team_id);
    const accept = { token, password: PASSWORD };
    expect(await errorOf(await createPerson(product.url).send('POST', '/api/auth/accept-invitation', accept))).toBe(
      '409 email_exists',
    );
    // The address now has an account.
    expect(await refusalOf(invite(one, { email, ...limited }))).toMatchObject({
      status: 409,
      body: { errorCode: 'invitee_has_account' },
    });
  });

  test('declining an invitation leaves the team and the address as before', async () => {
    const team = await newTeam(product.url);
    const email = newAddress();
    const user = await invite(team, { email, ...limited });
    const token = tokenIn(await mailTo(product.url, email, /Ada Boss/));
    const person = createPerson(product.url);
    expect((await person.send('POST', '/api/auth/decline-invitation', { token })).status).toBe(204);
    expect(await errorOf(await person.send('POST', '/api/auth/decline-invitation', { token }))).toBe(
      '400 link_expired',
    );
    expect(await product.typesOf(`team-${team.teamId}`)).toEqual(['TeamCreated', 'MemberInvited', 'MemberRemoved']);
    await eventually(async () => ((await team.users.getList('users', { filter: {} })).total === 1 ? true : undefined));
    expect(await product.typesOf(`account-${user.id}`)).toEqual(['AccountRegistered', 'AccountClosed']);
    expect((await invite(team, { email, ...limited })).status).toBe('Pending');
  });

  test('sends an invitation, and the member is Pending until they accept it', async () => {
    const team = await newTeam(product.url);
    const email = newAddress();
    const user = await invite(team, { email, ...collaborator });
    expect(user.status).toBe('Pending');
    const member = createPerson(product.url);
    expect(await errorOf(await member.logIn(email))).toBe('400 credentials_incorrect');
    const token = tokenIn(await mailTo(product.url, email, /Ada Boss/));
    const accepted = await member.send('POST', '/api/auth/accept-invitation', { token, password: PASSWORD });
    expect(accepted.status).toBe(200);
    expect(await member.me()).toMatchObject({ pk: user.id, role: 'collaborator', team_id: team.teamId });
    // The list follows the log.
    await eventually(async () =>
      (await team.users.getOne<AdminUser>('users', { id: user.id })).data.status === 'Active' ? true : undefined,
    );
    expect(await product.typesOf(`team-${team.teamId}`)).toEqual([
      'TeamCreated',
      'MemberInvited',
      'InvitationAccepted',
    ]);
  });

  test('64 acceptances of one invitation at once make one member', { timeout: 60_000 }, async () => {
    const team = await newTeam(product.url);
    const email = newAddress();
    const user = await invite(team, { email, ...limited });
    const token = tokenIn(await mailTo(product.url, email, /Ada Boss/));
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        createPerson(product.url).send('POST', '/api/auth/accept-invitation', { token, password: PASSWORD }),
      ),
    );
    const outcomes = await Promise.all(answers.map(async (answer) => (answer.ok ? '200' : errorOf(answer))));
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['200', '400 link_expired']));
    expect(await product.typesOf(`team-${team.teamId}`)).toEqual([
      'TeamCreated',
      'MemberInvited',
      'InvitationAccepted',
    ]);
    expect(await product.typesOf(`account-${user.id}`)).toEqual([
      'AccountRegistered',
      'AddressProved',
      'PasswordChanged',
    ]);
  });

  test('refuses an address that belongs to another account', async () => {
    const [one, two] = [await newTeam(product.url), await newTeam(product.url)];
    const email = newAddress();
    await create(one, { email, ...limited });
    for (const [team, errorCode] of [
      [one, 'invitee_in_team'],
      [two, 'invitee_has_account'],
    ] as const) {
      expect(await refusalOf(invite(team, { email: email.toUpperCase(), ...limited }))).toMatchObject({
        status: 409,
        body: { errorCode },
      });
      expect((await team.users.getList('users', { filter: {} })).total).toBe(team === one ? 2 : 1);
    }
  });

  test('regression: a team of 200 is invited at once; the limit is the team’s own, and says when to try again', async () => {
    const [one, two] = [await newTeam(product.url), await newTeam(product.url)];
    const { database } = product;
    const buckets = async () =>
      (await database.query<{ key: Buffer }>('SELECT key FROM identity.rate_limits')).map(({ key }) =>
        key.toString('hex'),
      );
    const before = await buckets();
    await invite(one, { email: newAddress(), ...limited });
    const made = (await buckets()).filter((key) => !before.includes(key));
    const spend = (count: number) =>
      database.query(
        `UPDATE identity.rate_limits SET spent = $2, updated_at = now() WHERE encode(key, 'hex') = ANY ($1)`,
        [made, count],
      );
    await spend(200);
    await invite(one, { email: newAddress(), ...limited });
    await spend(250);
    const refused = await one.admin.send('POST', '/api/admin/users', { email: newAddress(), ...limited });
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await errorOf(refused)).toBe('429 too_many_requests');
    await invite(two, { email: newAddress(), ...limited });
  });

  test('16 simultaneous invitations of one address invite one member', async () => {
    const team = await newTeam(product.url);
    const body = { email: newAddress(), ...limited };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => team.admin.send('POST', '/api/admin/users', body)),
    );
    const outcomes = await Promise.all(answers.map(async (answer) => (answer.ok ? '201' : errorOf(answer))));
    expect(outcomes.sort()).toEqual(['201', ...Array.from({ length: 15 }, () => '409 invitee_in_team')]);
    expect(await product.typesOf(`team-${team.teamId}`)).toEqual(['TeamCreated', 'MemberInvited']);
  });

  test('repeats under one Idempotency-Key add one member, even simultaneously', async () => {
    const { admin, teamId } = await newTeam(product.url);
    const send = (email: string) =>
      admin.send('POST', '/api/admin/users', { email, ...limited }, { 'idempotency-key': 'key' });
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(email)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const [id, ...others] = new Set(
      await Promise.all(answers.map(async (answer) => (await bodyOf<AdminUser>(answer)).id)),
    );
    expect(others).toEqual([]);
    expect(await product.typesOf(`team-${teamId}`)).toEqual(['TeamCreated', 'MemberInvited']);
    expect(await errorOf(await send(newAddress()))).toBe('422 idempotency_key_reused');
    await mailTo(product.url, email, /./);
    expect(await mailsTo(product.url, email)).toHaveLength(1);

    // The removed user is erased and the address free: a repeat must neither restore the user nor take the address.
    expect((await admin.send('DELETE', `/api/admin/users/${id}`)).status).toBe(200);
    expect(await errorOf(await send(email))).toBe('422 idempotency_key_reused');
    expect((await createPerson(product.url).signUp(email)).email).toBe(email);
  });

  test('refuses another role under the same Idempotency-Key', async () => {
    const { admin, teamId } = await newTeam(product.url);
    const body = { email: newAddress(), ...limited };
    const send = (asked: object) => admin.send('POST', '/api/admin/users', asked, { 'idempotency-key': 'key' });
    const first = await bodyOf<AdminUser>(await send(body));
    for (const other of [{ role: 1 }, { permissions: ['billing'] }]) {
      expect(await errorOf(await send({ ...body, ...other }))).toBe('422 idempotency_key_reused');
    }
    expect((await bodyOf<AdminUser>(await send(body))).id).toBe(first.id);
    expect(await product.typesOf(`team-${teamId}`)).toEqual(['TeamCreated', 'MemberInvited']);
  });

  test('regression: a demoted admin cannot reserve an e-mail address, however far the read model lags', async () => {
    const team = await newTeam(product.url);
    const address = newAddress();
    const user = await create(team, { email: address, role: 1 });
    const demoted = createPerson(product.url);
    await demoted.logIn(address);
    const email = newAddress();
    await product.database.transaction(async (tx) => {
      // Blocks the projector, but no reader.
      await tx.query('LOCK TABLE read_team.checkpoint IN EXCLUSIVE MODE');
      await team.users.update('users', { id: user.id, data: { ...user, ...limited }, previousData: user });
      expect(await errorOf(await demoted.send('POST', '/api/admin/users', { email, role: 3 }))).toBe('403 forbidden');
    });
    expect((await createPerson(product.url).signUp(email)).email).toBe(email);
    expect((await mailsTo(product.url, email)).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining('Ada Boss'),
    );
  });

  test('needs an address, a role, and a section for limited members', async () => {
    const { admin } = await newTeam(product.url);
    for (const [body, errors] of [
      [{ role: 3 }, { email: 'Email is required' }],
      [{ email: 'no', role: 3 }, { email: 'Please enter a valid email address' }],
      [{ email: newAddress() }, { role: 'This field is required' }],
      [{ email: newAddress(), role: 2 }, { permissions: 'At least one permission must be selected' }],
      [{ email: newAddress(), role: 3, firstName: 'x'.repeat(51) }, { firstName: 'Cannot exceed 50 characters' }],
    ] as const) {
      const answer = await admin.send('POST', '/api/admin/users', body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errorCode: 'validation_failed', validation_errors: errors });
    }
  });
});

describe('inviting a user again', () => {
  test('sends another link and ends the earlier one', async () => {
    const team = await newTeam(product.url);
    const email = newAddress();
    const user = await invite(team, { email, ...limited });
    const first = tokenIn(await mailTo(product.url, email, /Ada Boss/));
    const again = await team.admin.send('POST', `/api/admin/users/${user.id}/invite`);
    expect(await bodyOf<AdminUser>(again)).toEqual(user);
    const second = await eventually(async () =>
      (await mailsTo(product.url, email)).map(tokenIn).find((token) => token !== first),
    );
    const accept = (token: string) =>
      createPerson(product.url).send('POST', '/api/auth/accept-invitation', { token, password: PASSWORD });
    expect(await errorOf(await accept(first))).toBe('400 link_expired');
    expect((await accept(second)).status).toBe(200);
    expect(await errorOf(await team.admin.send('POST', `/api/admin/users/${user.id}/invite`))).toBe(
      '409 invitation_not_pending',
    );
  });
});
