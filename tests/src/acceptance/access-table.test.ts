/**
 * Every route of the API with every kind of caller, against `support/access-table.ts`, and which callers may open, list,
 * change and delete owned resources.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { KEY_SCOPES, type KeyScope } from '@clearcut/schemas/api-keys/rights';
import { STAFF_ROLES } from '@clearcut/schemas/support/staff-roles';
import type { AdminUser } from '@clearcut/schemas/team/http';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { admins, anyone, KEY_ROUTES, type Role, ROLES, TABLE } from '../support/access-table.ts';
import { type Callers, emailOf, send, startCallers } from '../support/callers.ts';
import { bodyOf, createClient } from '../support/client.ts';
import { createPerson } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { newStaff } from '../support/staff.ts';

let callers: Callers;
beforeAll(async () => {
  callers = await startCallers();
});
afterAll(() => callers.product.stop());

test('every route is in the table, and the table has no others', () => {
  expect(callers.operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(TABLE).sort());
});

test('every route for programs is in their table, and requires a key with the right scope, but no login', async () => {
  expect(callers.keyOperations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    Object.keys(KEY_ROUTES).sort(),
  );
  const keys = new Map<KeyScope, string>();
  for (const scope of KEY_SCOPES) {
    const body = { label: scope, scopes: KEY_SCOPES.filter((one) => one !== scope) };
    keys.set(scope, (await createKey(callers.who('admin'), body)).key);
  }
  const wrong: string[] = [];
  for (const { method, path } of callers.keyOperations) {
    const name = `${method} ${path}`;
    const address = callers.product.url + path.replaceAll(/\{\w+\}/g, () => randomUUID());
    const cookie = `clearcut_session=${callers.who('admin').session()}`;
    const byLogin = await fetch(address, { method, headers: { cookie, 'client-id': 'someone' } });
    const withoutScope = { 'x-api-key': keys.get(KEY_ROUTES[name] ?? 'account:read') ?? '' };
    const byKey = await fetch(address, { method, headers: withoutScope });
    if (![401, 403].includes(byLogin.status) || byKey.status !== 403) {
      wrong.push(`${name}: ${byLogin.status} ${byKey.status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('docs/routes.md names every route', async () => {
  const page = await readFile(new URL('../../../docs/routes.md', import.meta.url), 'utf8');
  const routes = [...Object.keys(TABLE), ...Object.keys(KEY_ROUTES)];
  expect(routes.filter((route) => !page.includes(`\`${route}\``))).toEqual([]);
});

async function upload(role: Role): Promise<string> {
  const { clientId } = callers.who(role);
  const session = callers.who(role).session();
  const cookie = session === undefined ? {} : { cookie: `clearcut_session=${session}` };
  const answer = await createClient(callers.product.url, { clientId, ...cookie }).upload(await photo());
  expect(answer.status).toBe(201);
  return (await bodyOf<UploadAnswer>(answer)).id;
}

async function listed(role: Role): Promise<string[]> {
  const { transactions = [] } = await bodyOf<{ transactions?: { id: string }[] }>(
    await callers.who(role).get('/api/transaction/?pageSize=50'),
  );
  return transactions.map(({ id }) => id);
}

const reads = ['', 'events/', 'proxy/image/', 'download/low/', 'download/high/'];

async function canOpen(role: Role, id: string): Promise<boolean> {
  const [first, ...others] = await Promise.all(
    reads.map(async (end) => {
      const answer = await callers.who(role).get(`/api/transaction/${id}/${end}`);
      await answer.body?.cancel();
      // Only the owner learns that something is not ready.
      return answer.status === 200 || answer.status === 409;
    }),
  );
  if (first === undefined || others.some((other) => other !== first)) throw new Error('Open by one way only');
  return first;
}

async function openers(id: string): Promise<Role[]> {
  const open = await Promise.all(ROLES.map((role) => canOpen(role, id)));
  return ROLES.filter((_, index) => open[index] === true);
}

test("only its owner and the team's admins open a picture, and only its owner lists it", async () => {
  for (const owner of ['collaborator', 'only editor', 'admin'] as const) {
    const id = await upload(owner);
    expect(await openers(id), owner).toEqual([...new Set(['admin', owner])]);
    for (const role of ROLES) {
      // Callers without the right to list get no list.
      if (role === owner) expect(await listed(role), role).toContain(id);
      else expect(await listed(role), role).not.toContain(id);
    }
    for (const role of ROLES.filter((other) => other !== 'admin' && other !== owner)) {
      expect((await callers.who(role).send('DELETE', `/api/transaction/${id}/`)).status, role).toBeOneOf([403, 404]);
    }
    expect((await callers.who('admin').send('DELETE', `/api/transaction/${id}/`)).status).toBe(204);
  }
});

test('no logged-in user opens an anonymous picture', async () => {
  const id = await upload('visitor');
  expect(await openers(id)).toEqual(['visitor']);
});

test("only a team's admins see and change its users", async () => {
  const id = callers.idOf('collaborator');
  await callers.product.database.query('UPDATE identity.sessions SET proved_at = now()');
  const before = await bodyOf<AdminUser>(await callers.who('admin').get(`/api/admin/users/${id}`));
  for (const role of ROLES.filter((other) => other !== 'admin')) {
    const operationsOnUser = callers.operations.filter(({ path }) => path.startsWith('/api/admin/users/{id}'));
    expect(operationsOnUser).toHaveLength(7);
    for (const operation of operationsOnUser) {
      const body = { role: 1, firstName: 'Changed' };
      const path = operation.path.replace('{id}', id);
      const answer =
        operation.method === 'GET'
          ? await callers.who(role).get(path)
          : await callers
              .who(role)
              .send(operation.method as 'PUT', path, operation.method === 'PUT' ? body : undefined);
      expect(answer.status, `${role} ${operation.method}`).toBe(role === 'visitor' ? 401 : admins(role) ? 404 : 403);
    }
    if (!admins(role)) continue;
    const list = await bodyOf<AdminUser[]>(await callers.who(role).get('/api/admin/users/'));
    expect(list.map(({ email }) => email)).toEqual([emailOf(role)]);
  }
  expect(await bodyOf<AdminUser>(await callers.who('admin').get(`/api/admin/users/${id}`))).toEqual(before);
});

test.for(ROLES)('%s has access exactly where the table says', { timeout: 60_000 }, async (role) => {
  const wrong: string[] = [];
  for (const operation of callers.operations) {
    const name = `${operation.method} ${operation.path}`;
    const refusal = role === 'visitor' ? '401 not_logged_in' : '403 forbidden';
    // An old proof, so that nothing is closed.
    if (name.includes('/close')) {
      await callers.product.database.query(`UPDATE identity.sessions SET proved_at = now() - interval '1 hour'`);
    }
    const outcome = await send(callers.who(role), operation);
    // Logs in again for the next route.
    if (name.includes('logout') && role !== 'visitor') await callers.who(role).logIn(emailOf(role));
    const isRefused = outcome === '401 not_logged_in' || outcome === '403 forbidden';
    const asExpected = TABLE[name]?.(role) === true ? !isRefused : outcome === refusal;
    if (!asExpected || outcome.startsWith('5')) wrong.push(`${name}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
});

test.for(STAFF_ROLES)('staff of the role %s reach the staff routes of the role, and no others', async (name) => {
  const person = await newStaff(callers.product, name);
  const wrong: string[] = [];
  for (const operation of callers.operations.filter(({ path }) => path.startsWith('/api/staff/'))) {
    const route = `${operation.method} ${operation.path}`;
    const outcome = await send(person, operation);
    const isOpen = TABLE[route]?.(`staff ${name}`) === true;
    if (isOpen === (outcome === '403 forbidden') || /^(401|5)/.test(outcome)) wrong.push(`${route}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
});

test('regression: an ended login is refused once, wherever it would have counted', async () => {
  const person = createPerson(callers.product.url);
  await person.signUp('ended@example.com');
  const ended = person.session() ?? '';
  await person.get('/api/auth/logout');
  const wrong: string[] = [];
  for (const operation of callers.operations) {
    const name = `${operation.method} ${operation.path}`;
    person.setSession(ended);
    const outcome = await send(person, operation);
    const isRefused = outcome === '401 not_logged_in';
    const asExpected = TABLE[name] === anyone ? !isRefused : isRefused && person.session() !== ended;
    if (!asExpected) wrong.push(`${name}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
  person.setSession(ended);
  const twice = [await person.get('/api/transaction/'), await person.get('/api/transaction/')];
  expect(twice.map(({ status }) => status)).toEqual([401, 200]);
});

test('no unsafe route accepts the cookie alone, as a form of another site would bring it', async () => {
  const wrong: string[] = [];
  for (const { method, path, needsClientId, takesSession } of callers.operations) {
    if (!takesSession || (method === 'GET' && !needsClientId)) continue;
    const cookie = `clearcut_session=${callers.who('admin').session()}`;
    const answer = await fetch(callers.product.url + path.replace('{id}', randomUUID()), {
      method,
      headers: { cookie },
    });
    const { errorCode } = await bodyOf<{ errorCode?: string }>(answer);
    if (errorCode !== 'client_id_required') wrong.push(`${method} ${path}: ${answer.status} ${errorCode}`);
  }
  expect(wrong).toEqual([]);
  expect(await callers.who('admin').me()).toBeDefined();
});

test('every private route asks a call without a login to log in before anything else', async () => {
  const wrong: string[] = [];
  for (const { method, path } of callers.operations) {
    if (TABLE[`${method} ${path}`]?.('visitor') !== false) continue;
    for (const headers of [{}, { 'client-id': 'not valid!' }] as Record<string, string>[]) {
      const answer = await fetch(callers.product.url + path.replace('{id}', 'malformed'), { method, headers });
      const { errorCode } = await bodyOf<{ errorCode?: string }>(answer);
      if (answer.status !== 401 || errorCode !== 'not_logged_in') wrong.push(`${method} ${path}: ${answer.status}`);
    }
  }
  expect(wrong).toEqual([]);
});
