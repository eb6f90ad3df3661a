/** Calls refused to an unattended browser or a stolen cookie, against `support/proof-table.ts`. */
import { randomUUID } from 'node:crypto';
import type { AdminUser } from '@clearcut/schemas/team/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { TABLE } from '../support/access-table.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, PASSWORD, type Person } from '../support/person.ts';
import { NEEDS_NO_PROOF, NEEDS_PROOF } from '../support/proof-table.ts';
import { collaborator, joinTeam } from '../support/team.ts';

let product: Installation;
let admin: Person;
let member: AdminUser;

beforeAll(async () => {
  product = await sharedInstallation();
  admin = createPerson(product.url);
  const email = `${randomUUID()}@example.com`;
  await admin.signUp(email);
  await admin.prove(email);
  const joined = await joinTeam(product.url, admin, collaborator);
  const { pk } = (await joined.me()) ?? { pk: '' };
  member = await bodyOf<AdminUser>(await admin.get(`/api/admin/users/${pk}/`));
});
afterAll(() => product.stop());

/** Ages the last proof of the admin's browser. */
async function leaveOpen(): Promise<void> {
  const { pk } = (await admin.me()) ?? { pk: '' };
  await product.database.query(
    `UPDATE identity.sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = $1`,
    [pk],
  );
}
const prove = () => admin.send('POST', '/api/auth/step-up/', { password: PASSWORD });

test('every route by which a login changes something is in one of the two lists, and the documentation says which', async () => {
  const changing = Object.keys(TABLE).filter(
    (route) => !route.startsWith('GET') && !route.includes('/api/staff/') && TABLE[route]?.('visitor') === false,
  );
  expect([...Object.keys(NEEDS_PROOF), ...NEEDS_NO_PROOF].toSorted()).toEqual(changing.toSorted());
  const { paths } = await bodyOf<{ paths: Record<string, Record<string, { description?: string }>> }>(
    await fetch(`${product.url}/api/openapi.json`),
  );
  const says = changing.filter((route) => {
    const [method = '', path = ''] = route.split(' ');
    return JSON.stringify(paths[path]?.[method.toLowerCase()]).includes('proof_required');
  });
  // Step-up itself answers so if there is nothing to prove with.
  expect(says.filter((route) => !route.includes('step-up')).toSorted()).toEqual(Object.keys(NEEDS_PROOF).toSorted());
});

test.for(Object.entries(NEEDS_PROOF))('%s refuses an old proof, and changes nothing', async ([route, body]) => {
  const [method, path = ''] = route.split(' ');
  await leaveOpen();
  const id = path.includes('/admin/users/') ? member.id : randomUUID();
  const answer = await admin.send(method as 'POST', path.replace('{id}', id), body);
  expect(await errorOf(answer)).toBe('403 proof_required');
});

test('regression: the refusals leave no key, no webhook, no new admin and no invitation', async () => {
  expect(await bodyOf<unknown>(await admin.get('/api/keys/'))).toEqual({ keys: [] });
  expect(await bodyOf<unknown>(await admin.get('/api/webhooks/'))).toEqual({ webhooks: [] });
  const users = await bodyOf<AdminUser[]>(await admin.get('/api/admin/users/'));
  expect(users.map(({ role, status }) => [role, status])).toEqual([
    [1, 'Active'],
    [3, 'Active'],
  ]);
});

test('regression: the same calls succeed with a new proof, and an old one raises no limit of a key', async () => {
  await prove();
  const { id } = await createKey(admin, { label: 'A program' });
  const { firstName, lastName } = member;
  const promoted = { firstName, lastName, role: 1, permissions: [], mayDeleteOwnAccount: false };
  expect((await admin.send('PUT', `/api/admin/users/${member.id}/`, promoted)).status).toBe(200);
  await leaveOpen();
  const limits = { requestsPerMinute: 6_000, creditsPerDay: null, creditsPerMonth: null };
  for (const change of [{ limits }, { origins: ['https://app.example.com'] }]) {
    expect(await errorOf(await admin.send('PATCH', `/api/keys/${id}/`, change))).toBe('403 proof_required');
  }
  // Removing rights or naming things needs no proof.
  expect((await admin.send('PATCH', `/api/keys/${id}/`, { label: 'Renamed' })).status).toBe(204);
  expect((await admin.send('DELETE', `/api/keys/${id}/`)).status).toBe(204);
  const demoted = { ...promoted, role: 3 };
  expect((await admin.send('PUT', `/api/admin/users/${member.id}/`, demoted)).status).toBe(200);
});
