/** A team's users, through the unmodified npm package ra-data-simple-rest, as in any react-admin. */
import { randomUUID } from 'node:crypto';
import type { AdminUser } from '@clearcut/schemas/team/http';
import { type DataProvider, fetchUtils, type HttpError } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import { bodyOf } from './client.ts';
import { eventually } from './product.ts';
import { createPerson, mailsTo, PASSWORD, type Person, tokenIn } from './person.ts';

export interface Team {
  readonly url: string;
  readonly admin: Person;
  readonly adminId: string;
  readonly teamId: string;
  readonly users: DataProvider;
}

export const newAddress = (): string => `${randomUUID()}@example.com`;

/** The package's own client; the tests add header and cookie. */
export function providerFor(url: string, person: Person): DataProvider {
  return simpleRestProvider(`${url}/api/admin`, (address, options = {}) => {
    const headers = new Headers(options.headers);
    headers.set('accept', 'application/json');
    headers.set('client-id', person.clientId);
    headers.set('cookie', `clearcut_session=${person.session()}`);
    return fetchUtils.fetchJson(address, { ...options, headers });
  });
}

/** A team with one member, Ada Boss, whose address is confirmed. */
export async function newTeam(url: string): Promise<Team> {
  const admin = createPerson(url);
  const address = newAddress();
  const { pk, team_id: teamId } = await admin.signUp(address, { first_name: 'Ada', last_name: 'Boss' });
  await admin.prove(address);
  return { url, admin, adminId: pk, teamId, users: providerFor(url, admin) };
}

export const limited = { role: 2, permissions: ['editor', 'myImages'], mayDeleteOwnAccount: false };
export const collaborator = { role: 3, permissions: [], mayDeleteOwnAccount: false };

export async function invite({ users }: Team, data: Record<string, unknown>): Promise<AdminUser> {
  const { data: user } = await users.create<AdminUser>('users', { data });
  return user;
}

/** A new, logged-in member of the admin's team who accepted the invitation. Confirms the admin's address first. */
export async function joinTeam(url: string, admin: Person, body: object): Promise<Person> {
  const owner = await admin.me();
  if (owner?.email_verified === false) await admin.prove(owner.email);
  const email = newAddress();
  const invited = await admin.send('POST', '/api/admin/users/', { email, ...body });
  if (invited.status !== 201) throw new Error(`The invitation was refused: ${await invited.text()}`);
  const person = createPerson(url);
  await accept(url, person, email);
  // Admins are read from a table that follows the log: right after the acceptance, mails to all admins would omit this
  // one.
  const { id } = await bodyOf<AdminUser>(invited);
  await untilActive(providerFor(url, admin), id);
  return person;
}

function untilActive(users: DataProvider, id: string): Promise<AdminUser> {
  return eventually(async () => {
    const { data: member } = await users.getOne<AdminUser>('users', { id });
    return member.status === 'Active' ? member : undefined;
  });
}

async function accept(url: string, person: Person, email: string): Promise<void> {
  const mail = await eventually(async () =>
    (await mailsTo(url, email)).find(({ text }) => text.includes('/accept-invitation?')),
  );
  const body = { token: tokenIn(mail), password: PASSWORD };
  const accepted = await person.send('POST', '/api/auth/accept-invitation', body);
  if (accepted.status !== 200) throw new Error(`The acceptance was answered ${accepted.status}`);
}

/** Invites a member, who accepts with the usual password: Active, without a session for the caller. */
export async function create(team: Team, data: Record<string, unknown>): Promise<AdminUser> {
  const user = await invite(team, data);
  await accept(team.url, createPerson(team.url), user.email);
  return untilActive(team.users, user.id);
}

/** The client's error for a non-2xx answer. */
export async function refusalOf(promise: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  try {
    await promise;
  } catch (error) {
    const { status, body } = error as HttpError;
    return { status, body };
  }
  throw new Error('It was not refused');
}
