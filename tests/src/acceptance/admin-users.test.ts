/** The users of a team, by the client of the npm package ra-data-simple-rest as it is, as any react-admin would use it. */
import { randomUUID } from 'node:crypto';
import type { AdminUser } from '@clearcut/schemas/team/http';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { type DataProvider, fetchUtils, type HttpError } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, createClient, errorOf } from '../support/client.ts';
import { serverSentEvents } from '../support/event-source.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, mailsTo, mailTo, PASSWORD, type Person, tokenIn } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation();
});
afterAll(() => product.stop());

interface Team {
  readonly admin: Person;
  readonly adminId: string;
  readonly teamId: string;
  readonly users: DataProvider;
}

const newAddress = (): string => `${randomUUID()}@example.com`;

/** The package's own client; our part is the header and the cookie. */
function providerFor(person: Person): DataProvider {
  return simpleRestProvider(`${product.url}/api/admin`, (url, options = {}) => {
    const headers = new Headers(options.headers);
    headers.set('accept', 'application/json');
    headers.set('client-id', person.clientId);
    headers.set('cookie', `clearcut_session=${person.session()}`);
    return fetchUtils.fetchJson(url, { ...options, headers });
  });
}

async function newTeam(): Promise<Team> {
  const admin = createPerson(product.url);
  const { pk, team_id: teamId } = await admin.signUp(newAddress(), { first_name: 'Ada', last_name: 'Boss' });
  return { admin, adminId: pk, teamId, users: providerFor(admin) };
}

const limited = { role: 2, permissions: ['editor', 'myImages'], mayDeleteOwnAccount: false };
const collaborator = { role: 3, permissions: [], mayDeleteOwnAccount: false };

async function create({ users }: Team, data: Record<string, unknown>): Promise<AdminUser> {
  const { data: user } = await users.create<AdminUser>('users', { data: { password: PASSWORD, ...data } });
  return user;
}

/** What the client throws when the answer is no 2xx. */
async function refusalOf(promise: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  try {
    await promise;
  } catch (error) {
    const { status, body } = error as HttpError;
    return { status, body };
  }
  throw new Error('It was not refused');
}

async function eventsOf(stream: `${string}-${string}`): Promise<string[]> {
  return (await product.eventStore.readStream(stream)).map(({ event }) => event.type);
}

describe('the list', () => {
  let team: Team;
  beforeAll(async () => {
    team = await newTeam();
    for (let n = 1; n <= 12; n++) {
      const number = String(n).padStart(2, '0');
      const rights = n % 3 === 0 ? collaborator : limited;
      await create(team, {
        email: `n${number}@list.example.com`,
        firstName: `First ${number}`,
        lastName: 'Doe',
        ...rights,
      });
    }
    await create(team, { email: 'pending@list.example.com', lastName: '100% O_k', password: undefined, ...limited });
  });

  async function list(
    filter: Record<string, unknown>,
    {
      page = 1,
      perPage = 10,
      field = 'email',
      order = 'ASC',
    }: { page?: number; perPage?: number; field?: string; order?: 'ASC' | 'DESC' } = {},
  ): Promise<{ emails: string[]; total: number | undefined }> {
    const { data, total } = await team.users.getList<AdminUser>('users', {
      filter,
      pagination: { page, perPage },
      sort: { field, order },
    });
    return { emails: data.map(({ email }) => email.split('@')[0] ?? ''), total };
  }

  test('comes in pages that know how many there are', async () => {
    const only = { role: [2, 3] };
    const first = await list(only, { perPage: 5 });
    expect(first).toEqual({ emails: ['n01', 'n02', 'n03', 'n04', 'n05'], total: 13 });
    expect(await list(only, { page: 3, perPage: 5 })).toEqual({ emails: ['n11', 'n12', 'pending'], total: 13 });
    expect(await list(only, { page: 9, perPage: 5 })).toEqual({ emails: [], total: 13 });
  });

  test('is sorted by what is asked for, both ways, those who never logged in last', async () => {
    const { emails } = await list({ role: 3 }, { order: 'DESC' });
    expect(emails).toEqual(['n12', 'n09', 'n06', 'n03']);
    expect((await list({}, { field: 'role' })).emails[0]).not.toMatch(/^n|pending/);
    expect((await list({}, { field: 'status', order: 'DESC', perPage: 1 })).emails).toEqual(['pending']);
    expect((await list({}, { field: 'lastLogin', order: 'DESC', perPage: 1 })).emails[0]).not.toMatch(/^n|pending/);
    for (const field of ['id', 'firstName', 'lastName', 'createdAt'])
      expect((await list({}, { field })).total).toBe(14);
  });

  test('is searched in addresses and names, sign by sign', async () => {
    expect((await list({ q: 'FIRST 1' })).emails).toEqual(['n10', 'n11', 'n12']);
    expect((await list({ q: 'first 07 doe' })).emails).toEqual(['n07']);
    expect((await list({ q: 'n0' })).total).toBe(9);
    expect((await list({ q: '100%' })).emails).toEqual(['pending']);
    expect((await list({ q: 'o_K' })).emails).toEqual(['pending']);
    expect((await list({ q: '%' })).total).toBe(1);
    expect((await list({ q: '\\' })).total).toBe(0);
    expect((await list({ q: `'; DROP SCHEMA identity; --` })).total).toBe(0);
  });

  test('is filtered by role, status and ids', async () => {
    expect((await list({ role: 3 })).total).toBe(4);
    expect((await list({ role: [1, 3] })).total).toBe(5);
    expect((await list({ status: 'Pending' })).emails).toEqual(['pending']);
    const { data } = await team.users.getList<AdminUser>('users', { filter: { role: 3 } });
    const ids = data.slice(0, 2).map(({ id }) => id);
    const many = await team.users.getMany<AdminUser>('users', { ids: [...ids, randomUUID()] });
    expect(many.data.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test('refuses what it does not know, by name', async () => {
    for (const [query, field] of [
      [{ sort: '["password","ASC"]' }, 'sort.0'],
      [{ filter: '{"team_id":"x"}' }, 'filter'],
      [{ filter: '{"role":4}' }, 'filter.role'],
      [{ range: '[0,100000]' }, 'range'],
      [{ filter: '{' }, 'filter'],
    ] as const) {
      const answer = await team.admin.get(`/api/admin/users?${new URLSearchParams(query).toString()}`);
      expect(answer.status).toBe(400);
      const { validation_errors: errors } = await bodyOf<{ validation_errors: Record<string, string> }>(answer);
      expect(Object.keys(errors)).toEqual([field]);
    }
  });
});

describe('adding', () => {
  test('with a password makes a member who can log in at once', async () => {
    const team = await newTeam();
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
    const team = await newTeam();
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
    expect(await eventsOf(`team-${team.teamId}`)).toEqual(['TeamCreated', 'MemberInvited', 'InvitationAccepted']);
  });

  test('64 acceptances of one invitation at once make one member', { timeout: 60_000 }, async () => {
    const team = await newTeam();
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
    expect(await eventsOf(`team-${team.teamId}`)).toEqual(['TeamCreated', 'MemberInvited', 'InvitationAccepted']);
    expect(await eventsOf(`account-${user.id}`)).toEqual(['AccountRegistered', 'PasswordChanged']);
  });

  test('a taken address is refused, whoever took it', async () => {
    const [one, two] = [await newTeam(), await newTeam()];
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
    const team = await newTeam();
    const body = { email: newAddress(), password: PASSWORD, ...limited };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => team.admin.send('POST', '/api/admin/users', body)),
    );
    const outcomes = await Promise.all(answers.map(async (answer) => (answer.ok ? '201' : errorOf(answer))));
    expect(outcomes.sort()).toEqual(['201', ...Array.from({ length: 15 }, () => '409 email_exists')]);
    expect(await eventsOf(`team-${team.teamId}`)).toEqual(['TeamCreated', 'MemberAdded']);
  });

  test('again under one Idempotency-Key adds one member, also at once', async () => {
    const { admin, teamId } = await newTeam();
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
    expect(await eventsOf(`team-${teamId}`)).toEqual(['TeamCreated', 'MemberInvited']);
    expect(await errorOf(await send(newAddress()))).toBe('422 idempotency_key_reused');
    await mailTo(product.url, email, /./);
    expect(await mailsTo(product.url, email)).toHaveLength(1);

    // Nothing is left of who was removed, and the address is free: a repeat must neither bring them back nor take it.
    expect((await admin.send('DELETE', `/api/admin/users/${id}`)).status).toBe(200);
    expect(await errorOf(await send(email))).toBe('422 idempotency_key_reused');
    expect((await createPerson(product.url).signUp(email)).email).toBe(email);
  });

  test('with another role, or with a password and not by invitation, under one Idempotency-Key is refused', async () => {
    const { admin, teamId } = await newTeam();
    const body = { email: newAddress(), password: PASSWORD, ...limited };
    const send = (asked: object) => admin.send('POST', '/api/admin/users', asked, { 'idempotency-key': 'key' });
    const first = await bodyOf<AdminUser>(await send(body));
    for (const other of [{ role: 1 }, { permissions: ['billing'] }, { password: undefined }]) {
      expect(await errorOf(await send({ ...body, ...other }))).toBe('422 idempotency_key_reused');
    }
    expect((await bodyOf<AdminUser>(await send(body))).id).toBe(first.id);
    expect(await eventsOf(`team-${teamId}`)).toEqual(['TeamCreated', 'MemberAdded']);
  });

  test('regression: by somebody who was just demoted takes no address, however far the read model lags', async () => {
    const team = await newTeam();
    const address = newAddress();
    const user = await create(team, { email: address, role: 1 });
    const demoted = createPerson(product.url);
    await demoted.logIn(address);
    const email = newAddress();
    await product.database.transaction(async (tx) => {
      // Keeps the projector waiting, and nobody who reads.
      await tx.query('LOCK TABLE read_team.checkpoint IN EXCLUSIVE MODE');
      await team.users.update('users', { id: user.id, data: { ...user, ...limited }, previousData: user });
      expect(await errorOf(await demoted.send('POST', '/api/admin/users', { email, role: 3 }))).toBe('403 forbidden');
    });
    expect((await createPerson(product.url).signUp(email)).email).toBe(email);
    expect(await mailsTo(product.url, email)).toEqual([]);
  });

  test('needs an address, a role, and a section for limited members', async () => {
    const { admin } = await newTeam();
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

describe('editing', () => {
  test('the whole record comes back, and what is not to be changed is left', async () => {
    const team = await newTeam();
    const before = await create(team, { email: newAddress(), ...limited });
    const data = { ...before, email: 'other@example.com', firstName: 'New', role: 2, permissions: ['billing'] };
    const { data: after } = await team.users.update<AdminUser>('users', { id: before.id, data, previousData: before });
    expect(after).toEqual({ ...before, firstName: 'New', permissions: ['billing'] });
    expect(await team.users.getOne('users', { id: before.id })).toEqual({ data: after });
  });

  test('new rights count from the next call on', async () => {
    const team = await newTeam();
    const email = newAddress();
    const user = await create(team, { email, ...limited });
    const member = createPerson(product.url);
    await member.logIn(email);
    expect((await member.get('/api/transaction/')).status).toBe(200);
    const change = (data: object) => team.users.update('users', { id: user.id, data, previousData: user });
    await change({ ...user, permissions: ['billing'] });
    expect(await errorOf(await member.get('/api/transaction/'))).toBe('403 forbidden');
    await change({ ...user, role: 1 });
    expect((await member.get('/api/admin/users')).status).toBe(200);
    await change({ ...user, role: 3 });
    expect(await errorOf(await member.get('/api/admin/users'))).toBe('403 forbidden');
    expect(await eventsOf(`team-${team.teamId}`)).toEqual([
      'TeamCreated',
      'MemberAdded',
      ...Array.from({ length: 3 }, () => 'MemberRightsChanged'),
    ]);
  });

  test('an event stream that is open when the right to its section is taken tells nothing of what comes then', async () => {
    const team = await newTeam();
    const email = newAddress();
    const user = await create(team, { email, ...limited });
    const member = createPerson(product.url);
    await member.logIn(email);
    const cookie = `clearcut_session=${member.session()}`;
    const picture = await createClient(product.url, { clientId: member.clientId, cookie }).process(await photo());
    const views = serverSentEvents<TransactionView>(await member.get(`/api/transaction/${picture.id}/events`));
    await views.next();
    await team.users.update('users', { id: user.id, data: { ...user, permissions: ['billing'] }, previousData: user });
    expect((await team.admin.send('POST', `/api/transaction/${picture.id}/blur/?value=5`)).status).toBe(200);
    for await (const { settings } of views) expect(settings.background.base).toBe(false);
  });

  test('the last admin stays one, also when two demote each other at once', async () => {
    const team = await newTeam();
    const self = (await team.users.getOne<AdminUser>('users', { id: team.adminId })).data;
    const demote = (by: DataProvider, id: string) =>
      by.update('users', { id, data: { ...self, ...collaborator }, previousData: self });
    const lastAdmin = { status: 409, body: { errorCode: 'last_admin' } };
    expect(await refusalOf(demote(team.users, team.adminId))).toMatchObject(lastAdmin);

    const email = newAddress();
    const { id } = await create(team, { email, role: 1 });
    const second = createPerson(product.url);
    await second.logIn(email);
    const both = await Promise.allSettled([demote(team.users, id), demote(providerFor(second), team.adminId)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { total } = await providerFor(both[0]?.status === 'fulfilled' ? team.admin : second).getList('users', {
      filter: { role: 1 },
    });
    expect(total).toBe(1);
  });
});

describe('removing', () => {
  test('ends membership, sessions and account, and erases what is personal', async () => {
    const team = await newTeam();
    const email = newAddress();
    const user = await create(team, { email, firstName: 'Gone', ...limited });
    const member = createPerson(product.url);
    await member.logIn(email);
    const client = createClient(product.url, {
      clientId: member.clientId,
      cookie: `clearcut_session=${member.session()}`,
    });
    const picture = await client.process(await photo());

    const { data } = await team.users.delete<AdminUser>('users', { id: user.id, previousData: user });
    expect(data).toMatchObject({ id: user.id, email });
    expect(await member.me()).toBeUndefined();
    expect(await errorOf(await member.logIn(email))).toBe('400 credentials_incorrect');
    expect(await refusalOf(team.users.getOne('users', { id: user.id }))).toMatchObject({
      status: 404,
      body: { errorCode: 'user_not_found' },
    });
    expect(await eventsOf(`team-${team.teamId}`)).toEqual(['TeamCreated', 'MemberAdded', 'MemberRemoved']);
    expect(await eventsOf(`account-${user.id}`)).toEqual(['AccountRegistered', 'AccountClosed']);
    const rows = await product.database.query('SELECT 1 FROM identity.users WHERE id = $1', [user.id]);
    expect(rows).toEqual([]);
    await eventually(async () =>
      (await product.eventTypes(picture.id)).includes('TransactionDeleted') ? true : undefined,
    );
    // The address is free again.
    expect((await create(await newTeam(), { email, ...limited })).id).not.toBe(user.id);
  });

  test('withdraws an invitation: its link no longer works', async () => {
    const team = await newTeam();
    const email = newAddress();
    const user = await create(team, { email, password: undefined, ...limited });
    const token = tokenIn(await mailTo(product.url, email, /Ada Boss/));
    await team.users.delete('users', { id: user.id });
    const answer = await createPerson(product.url).send('POST', '/api/auth/accept-invitation', {
      token,
      password: PASSWORD,
    });
    expect(await errorOf(answer)).toBe('400 link_expired');
  });

  test('refuses oneself, whose account closes by its own route, where the password is asked for', async () => {
    const team = await newTeam();
    await create(team, { email: newAddress(), role: 1 });
    expect(await refusalOf(team.users.delete('users', { id: team.adminId }))).toMatchObject({
      status: 409,
      body: { errorCode: 'own_account_removal' },
    });
    expect(await team.admin.me()).toMatchObject({ pk: team.adminId });
    expect((await team.admin.send('POST', '/api/user/me/close', { password: PASSWORD })).status).toBe(204);
  });

  test('several at once, as react-admin does it', async () => {
    const team = await newTeam();
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await create(team, { email: newAddress(), ...limited })).id);
    expect((await team.users.deleteMany('users', { ids })).data).toEqual(ids);
    expect((await team.users.getList('users', { filter: {} })).total).toBe(1);
  });
});

describe('inviting again', () => {
  test('sends another link and ends the earlier one', async () => {
    const team = await newTeam();
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
