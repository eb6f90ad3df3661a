/** The users of a team, by react-admin's client: added and invited. */
import type { AdminUser } from '@clearcut/schemas/team/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, mailsTo, mailTo, PASSWORD, tokenIn } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { collaborator, create, limited, newAddress, newTeam, refusalOf } from '../support/team.ts';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation();
});
afterAll(() => product.stop());

describe('adding', () => {
  test('with a password makes a member who can log in at once', async () => {
    const team = await newTeam(product.url);
    const email = newAddress();
    const user = await create(team, { email, firstName: 'Lim', ...limited });
    expect(user).toMatchObject({
      email,
      firstName: 'Lim',
      lastName: '',
      status: 'Active',
      ...limited,
      lastLogin: null,
    });
    expect(await team.users.getOne('users', { id: user.id })).toEqual({ data: user });
    const member = createPerson(product.url);
    expect((await member.logIn(email)).status).toBe(200);
    expect(await member.me()).toMatchObject({
      pk: user.id,
      team_id: team.teamId,
      role: 'limited',
      first_name: 'Lim',
      team_permissions: {
        views_permissions: { editor: true, myImages: true, billing: false },
        may_delete_own_account: false,
      },
    });
    expect((await team.users.getOne<AdminUser>('users', { id: user.id })).data.lastLogin).not.toBeNull();
    expect(await mailsTo(product.url, email)).toEqual([]);
  });

  test('without one sends an invitation, and the member is Pending until it is accepted', async () => {
    const team = await newTeam(product.url);
    const email = newAddress();
    const user = await create(team, { email, password: undefined, ...collaborator });
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
    const user = await create(team, { email, password: undefined, ...limited });
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
    expect(await product.typesOf(`account-${user.id}`)).toEqual(['AccountRegistered', 'PasswordChanged']);
  });

  test('an address that another account has is refused', async () => {
    const [one, two] = [await newTeam(product.url), await newTeam(product.url)];
    const email = newAddress();
    await create(one, { email, ...limited });
    for (const team of [one, two]) {
      expect(await refusalOf(create(team, { email: email.toUpperCase(), ...limited }))).toMatchObject({
        status: 409,
        body: { errorCode: 'email_exists' },
      });
      expect((await team.users.getList('users', { filter: {} })).total).toBe(team === one ? 2 : 1);
    }
  });

  test('16 times at once with one address adds one member', async () => {
    const team = await newTeam(product.url);
    const body = { email: newAddress(), password: PASSWORD, ...limited };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => team.admin.send('POST', '/api/admin/users', body)),
    );
    const outcomes = await Promise.all(answers.map(async (answer) => (answer.ok ? '201' : errorOf(answer))));
    expect(outcomes.sort()).toEqual(['201', ...Array.from({ length: 15 }, () => '409 email_exists')]);
    expect(await product.typesOf(`team-${team.teamId}`)).toEqual(['TeamCreated', 'MemberAdded']);
  });

  test('again under one Idempotency-Key adds one member, also at once', async () => {
    const { admin, teamId } = await newTeam(product.url);
    const send = (email: string) =>
      fetch(`${product.url}/api/admin/users`, {
        method: 'POST',
        headers: {
          'client-id': admin.clientId,
          cookie: `clearcut_session=${admin.session()}`,
          'content-type': 'application/json',
          'idempotency-key': 'key',
        },
        body: JSON.stringify({ email, ...limited }),
      });
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

    // Nothing is left of who was removed, and the address is free: a repeat must neither bring them back nor take it.
    expect((await admin.send('DELETE', `/api/admin/users/${id}`)).status).toBe(200);
    expect(await errorOf(await send(email))).toBe('422 idempotency_key_reused');
    expect((await createPerson(product.url).signUp(email)).email).toBe(email);
  });

  test('with another role, or with a password and not by invitation, under one Idempotency-Key is refused', async () => {
    const { admin, teamId } = await newTeam(product.url);
    const body = { email: newAddress(), password: PASSWORD, ...limited };
    const send = (asked: object) => admin.send('POST', '/api/admin/users', asked, { 'idempotency-key': 'key' });
    const first = await bodyOf<AdminUser>(await send(body));
    for (const other of [{ role: 1 }, { permissions: ['billing'] }, { password: undefined }]) {
      expect(await errorOf(await send({ ...body, ...other }))).toBe('422 idempotency_key_reused');
    }
    expect((await bodyOf<AdminUser>(await send(body))).id).toBe(first.id);
    expect(await product.typesOf(`team-${teamId}`)).toEqual(['TeamCreated', 'MemberAdded']);
  });

  test('regression: a demoted admin cannot reserve an e-mail address, however far the read model lags', async () => {
    const team = await newTeam(product.url);
    const address = newAddress();
    const user = await create(team, { email: address, role: 1 });
    const demoted = createPerson(product.url);
    await demoted.logIn(address);
    const email = newAddress();
    await product.database.transaction(async (tx) => {
      // Keeps the projector waiting, but no reader.
      await tx.query('LOCK TABLE read_team.checkpoint IN EXCLUSIVE MODE');
      await team.users.update('users', { id: user.id, data: { ...user, ...limited }, previousData: user });
      expect(await errorOf(await demoted.send('POST', '/api/admin/users', { email, role: 3 }))).toBe('403 forbidden');
    });
    expect((await createPerson(product.url).signUp(email)).email).toBe(email);
    expect(await mailsTo(product.url, email)).toEqual([]);
  });

  test('needs an address, a role, and a section for limited members', async () => {
    const { admin } = await newTeam(product.url);
    for (const [body, errors] of [
      [{ role: 3 }, { email: 'Email is required' }],
      [{ email: 'no', role: 3 }, { email: 'Please enter a valid email address' }],
      [{ email: newAddress() }, { role: 'This field is required' }],
      [{ email: newAddress(), role: 2 }, { permissions: 'At least one permission must be selected' }],
      [{ email: newAddress(), role: 3, firstName: 'x'.repeat(51) }, { firstName: 'Cannot exceed 50 characters' }],
      [{ email: newAddress(), role: 3, password: 'short' }, { password: 'Use at least 8 characters' }],
    ] as const) {
      const answer = await admin.send('POST', '/api/admin/users', body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errorCode: 'validation_failed', validation_errors: errors });
    }
  });
});

describe('inviting again', () => {
  test('sends another link and ends the earlier one', async () => {
    const team = await newTeam(product.url);
    const email = newAddress();
    const user = await create(team, { email, password: undefined, ...limited });
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
