/** Which callers may open, list, change and delete owned resources. */
import type { AdminUser } from '@clearcut/schemas/team/http';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admins, type Role, ROLES } from '../support/access-table.ts';
import { type Callers, emailOf, startCallers } from '../support/callers.ts';
import { bodyOf, createClient } from '../support/client.ts';
import { photo } from '../support/pictures.ts';

let callers: Callers;
beforeAll(async () => {
  callers = await startCallers();
});
afterAll(() => callers.product.stop());

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

test('a picture is opened by its owner and the admins of the team, listed by its owner', async () => {
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

test('an anonymous picture is opened by no logged-in user', async () => {
  const id = await upload('visitor');
  expect(await openers(id)).toEqual(['visitor']);
});

test('users of a team are seen and changed by its admins alone', async () => {
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
