/** A team's users, by the client of the npm package ra-data-simple-rest as it is, as any react-admin would use it. */
import { randomUUID } from 'node:crypto';
import type { AdminUser } from '@clearcut/schemas/team/http';
import { type DataProvider, fetchUtils, type HttpError } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import { createPerson, PASSWORD, type Person } from './person.ts';

export interface Team {
  readonly admin: Person;
  readonly adminId: string;
  readonly teamId: string;
  readonly users: DataProvider;
}

export const newAddress = (): string => `${randomUUID()}@example.com`;

/** The package's own client; our part is the header and the cookie. */
export function providerFor(url: string, person: Person): DataProvider {
  return simpleRestProvider(`${url}/api/admin`, (address, options = {}) => {
    const headers = new Headers(options.headers);
    headers.set('accept', 'application/json');
    headers.set('client-id', person.clientId);
    headers.set('cookie', `clearcut_session=${person.session()}`);
    return fetchUtils.fetchJson(address, { ...options, headers });
  });
}

/** A team of which Ada Boss is the only member. */
export async function newTeam(url: string): Promise<Team> {
  const admin = createPerson(url);
  const { pk, team_id: teamId } = await admin.signUp(newAddress(), { first_name: 'Ada', last_name: 'Boss' });
  return { admin, adminId: pk, teamId, users: providerFor(url, admin) };
}

export const limited = { role: 2, permissions: ['editor', 'myImages'], mayDeleteOwnAccount: false };
export const collaborator = { role: 3, permissions: [], mayDeleteOwnAccount: false };

export async function create({ users }: Team, data: Record<string, unknown>): Promise<AdminUser> {
  const { data: user } = await users.create<AdminUser>('users', { data: { password: PASSWORD, ...data } });
  return user;
}

/** What the client throws when the answer is no 2xx. */
export async function refusalOf(promise: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  try {
    await promise;
  } catch (error) {
    const { status, body } = error as HttpError;
    return { status, body };
  }
  throw new Error('It was not refused');
}
