/** Every kind of API caller, and every route to try. */
import { randomUUID } from 'node:crypto';
import type { AdminUser } from '@clearcut/schemas/team/http';
import { expect } from 'vitest';
import { ADMINS, LIMITED, type Role, ROLES } from './access-table.ts';
import { bodyOf } from './client.ts';
import { type Installation, startInstallation } from './installation.ts';
import { createPerson, mailTo, PASSWORD, type Person, tokenIn } from './person.ts';
import { grantStaff } from './staff.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  /** Requires the client id; a cookie does not replace it. */
  readonly needsClientId: boolean;
  /** Authenticates by session; a webhook does by signature. */
  readonly takesSession: boolean;
  readonly takesKey: boolean;
}

export interface Callers {
  readonly product: Installation;
  readonly operations: readonly Operation[];
  /** Routes for programs, which take a key. */
  readonly keyOperations: readonly Operation[];
  who(role: Role): Person;
  idOf(role: Role): string;
}

export const emailOf = (role: Role): string => `${role.replace(' ', '-')}@example.com`;

export async function startCallers(): Promise<Callers> {
  const product = await startInstallation();
  const people = new Map<Role, Person>();
  const userIds = new Map<Role, string>();
  const who = (role: Role): Person => {
    const person = people.get(role);
    if (person === undefined) throw new Error(`There is no ${role}`);
    return person;
  };
  for (const role of ROLES) people.set(role, createPerson(product.url));
  for (const role of ADMINS) userIds.set(role, (await who(role).signUp(emailOf(role))).pk);
  await who('admin').prove(emailOf('admin'));
  for (const role of ['collaborator', ...LIMITED] as const) {
    const [, section] = role.split(' ');
    const permissions = section === undefined ? [] : [section];
    const body = { email: emailOf(role), role: section === undefined ? 3 : 2, permissions };
    const added = await who('admin').send('POST', '/api/admin/users/', body);
    userIds.set(role, (await bodyOf<AdminUser>(added)).id);
    const token = tokenIn(await mailTo(product.url, emailOf(role), /invites you/));
    const accepted = await who(role).send('POST', '/api/auth/accept-invitation', { token, password: PASSWORD });
    expect(accepted.status).toBe(200);
  }
  await grantStaff(product, userIds.get('staff') ?? '', []);

  const { paths } = await bodyOf<{ paths: Record<string, Record<string, { security?: object[] }>> }>(
    await fetch(`${product.url}/api/openapi.json`),
  );
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => ({
      method: method.toUpperCase(),
      path,
      needsClientId: security.length === 1,
      takesSession: security.some((one) => 'clientId' in one),
      takesKey: security.some((one) => 'apiKey' in one),
    })),
  );
  return {
    product,
    operations: all.filter(({ takesKey }) => !takesKey),
    keyOperations: all.filter(({ takesKey }) => takesKey),
    who,
    idOf: (role) => userIds.get(role) ?? '',
  };
}

/** Sends harmless requests: to missing ids, with an empty body. */
export async function send(person: Person, { method, path }: Operation): Promise<string> {
  const address = path.replace('{id}', randomUUID());
  const answer =
    method === 'GET'
      ? await person.get(address)
      : await person.send(method as 'POST', address, method === 'DELETE' ? undefined : {});
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  const { errorCode } = (isJson ? JSON.parse(text) : {}) as { errorCode?: string };
  return errorCode === undefined ? String(answer.status) : `${answer.status} ${errorCode}`;
}
