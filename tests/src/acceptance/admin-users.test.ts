/** Listing, editing and removing a team's users, through react-admin's client. */
import { randomUUID } from 'node:crypto';
import type { AdminUser } from '@clearcut/schemas/team/http';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { DataProvider } from 'ra-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, createClient, errorOf } from '../support/client.ts';
import { serverSentEvents } from '../support/event-source.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailTo, PASSWORD, tokenIn } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import {
  collaborator,
  create,
  invite,
  limited,
  newAddress,
  newTeam,
  providerFor,
  refusalOf,
  type Team,
} from '../support/team.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

describe('the list of users', () => {
  let team: Team;
  beforeAll(async () => {
    team = await newTeam(product.url);
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
    await invite(team, { email: 'pending@list.example.com', lastName: '100% O_k', ...limited });
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

  test('has pages, and says how many', async () => {
    const only = { role: [2, 3] };
    const first = await list(only, { perPage: 5 });
    expect(first).toEqual({ emails: ['n01', 'n02', 'n03', 'n04', 'n05'], total: 13 });
    expect(await list(only, { page: 3, perPage: 5 })).toEqual({ emails: ['n11', 'n12', 'pending'], total: 13 });
    expect(await list(only, { page: 9, perPage: 5 })).toEqual({ emails: [], total: 13 });
  });

  test('is sorted as requested, both ways, with those who never logged in last', async () => {
    const { emails } = await list({ role: 3 }, { order: 'DESC' });
    expect(emails).toEqual(['n12', 'n09', 'n06', 'n03']);
    expect((await list({}, { field: 'role' })).emails[0]).not.toMatch(/^n|pending/);
    expect((await list({}, { field: 'status', order: 'DESC', perPage: 1 })).emails).toEqual(['pending']);
    for (const order of ['ASC', 'DESC'] as const) {
      expect((await list({}, { field: 'lastLogin', order, perPage: 20 })).emails.at(-1)).toBe('pending');
    }
    for (const field of ['id', 'firstName', 'lastName', 'createdAt'])
      expect((await list({}, { field })).total).toBe(14);
  });

  test('is searched in addresses and names, character by character', async () => {
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

  test('names and refuses unknown parameters', async () => {
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

describe('editing a user', () => {
  test('returns the whole record, and keeps fields that are not to be changed', async () => {
    const team = await newTeam(product.url);
    const before = await create(team, { email: newAddress(), ...limited });
    const data = { ...before, email: 'other@example.com', firstName: 'New', role: 2, permissions: ['billing'] };
    const { data: after } = await team.users.update<AdminUser>('users', { id: before.id, data, previousData: before });
    expect(after).toEqual({ ...before, firstName: 'New', permissions: ['billing'] });
    expect(await team.users.getOne('users', { id: before.id })).toEqual({ data: after });
  });

  test('new rights apply from the next call', async () => {
    const team = await newTeam(product.url);
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
    expect(await product.typesOf(`team-${team.teamId}`)).toEqual([
      'TeamCreated',
      'MemberInvited',
      'InvitationAccepted',
      ...Array.from({ length: 3 }, () => 'MemberRightsChanged'),
    ]);
  });

  test('an open event stream sends nothing further once access to its section is revoked', async () => {
    const team = await newTeam(product.url);
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

  test('the last admin stays one, even when two demote each other at once', async () => {
    const team = await newTeam(product.url);
    const self = (await team.users.getOne<AdminUser>('users', { id: team.adminId })).data;
    const demote = (by: DataProvider, id: string) =>
      by.update('users', { id, data: { ...self, ...collaborator }, previousData: self });
    const lastAdmin = { status: 409, body: { errorCode: 'last_admin' } };
    expect(await refusalOf(demote(team.users, team.adminId))).toMatchObject(lastAdmin);

    const email = newAddress();
    const { id } = await create(team, { email, role: 1 });
    const second = createPerson(product.url);
    await second.logIn(email);
    const both = await Promise.allSettled([
      demote(team.users, id),
      demote(providerFor(product.url, second), team.adminId),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { total } = await providerFor(product.url, both[0]?.status === 'fulfilled' ? team.admin : second).getList(
      'users',
      {
        filter: { role: 1 },
      },
    );
    expect(total).toBe(1);
  });
});

describe('removing a user', () => {
  test('ends membership, sessions and account, and erases personal data', async () => {
    const team = await newTeam(product.url);
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
    expect(await product.typesOf(`team-${team.teamId}`)).toEqual([
      'TeamCreated',
      'MemberInvited',
      'InvitationAccepted',
      'MemberRemoved',
    ]);
    expect(await product.typesOf(`account-${user.id}`)).toEqual([
      'AccountRegistered',
      'AddressProved',
      'PasswordChanged',
      'AccountClosed',
    ]);
    const rows = await product.database.query('SELECT 1 FROM identity.users WHERE id = $1', [user.id]);
    expect(rows).toEqual([]);
    await eventually(async () =>
      (await product.eventTypes(picture.id)).includes('TransactionDeleted') ? true : undefined,
    );
    // The address is free again.
    expect((await create(await newTeam(product.url), { email, ...limited })).id).not.toBe(user.id);
  });

  test('withdraws an invitation: its link no longer works', async () => {
    const team = await newTeam(product.url);
    const email = newAddress();
    const user = await invite(team, { email, ...limited });
    const token = tokenIn(await mailTo(product.url, email, /Ada Boss/));
    await team.users.delete('users', { id: user.id });
    const answer = await createPerson(product.url).send('POST', '/api/auth/accept-invitation', {
      token,
      password: PASSWORD,
    });
    expect(await errorOf(answer)).toBe('400 link_expired');
  });

  test('refuses oneself, whose account is closed by its own route with the password', async () => {
    const team = await newTeam(product.url);
    await create(team, { email: newAddress(), role: 1 });
    expect(await refusalOf(team.users.delete('users', { id: team.adminId }))).toMatchObject({
      status: 409,
      body: { errorCode: 'own_account_removal' },
    });
    expect(await team.admin.me()).toMatchObject({ pk: team.adminId });
    expect((await team.admin.send('POST', '/api/user/me/close')).status).toBe(204);
  });

  test('removes several at once, as react-admin sends them', async () => {
    const team = await newTeam(product.url);
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await create(team, { email: newAddress(), ...limited })).id);
    expect((await team.users.deleteMany('users', { ids })).data).toEqual(ids);
    expect((await team.users.getList('users', { filter: {} })).total).toBe(1);
  });
});
