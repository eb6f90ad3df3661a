/**
 * Adding, accepting and removing members while the API is killed at each step: what was answered holds, and what was not is either done
 * or undone in the end, or done when it is asked for again. No member is half there.
 */
import { randomUUID } from 'node:crypto';
import type { AdminUser } from '@clearcut/schemas/team/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, mailTo, PASSWORD, type Person, tokenIn } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { LOG_IN_POSTGRES } from '../support/servers/scale.ts';
import { event, killBefore, prepareKillPoints, type Step } from './kill-points.ts';

const patient = { timeout: 180_000 };

let product: Installation;
let admin: Person;
let teamId: string;

beforeAll(async () => {
  product = await startInstallation(LOG_IN_POSTGRES);
  admin = createPerson(product.url);
  const address = newAddress();
  ({ team_id: teamId } = await admin.signUp(address, { first_name: 'Ada' }));
  await admin.prove(address);
  await prepareKillPoints(product);
});
afterAll(() => product.stop());

const newAddress = (): string => `${randomUUID()}@example.com`;

const rowOf = async (email: string) =>
  (
    await product.database.query<{ id: string; registered: boolean }>(
      'SELECT id, registered FROM identity.users WHERE email = $1',
      [email],
    )
  )[0];

async function eventsOf(stream: `${string}-${string}`, userId: string): Promise<string[]> {
  const events = await product.eventStore.readStream(stream);
  return events.flatMap(({ event: { type, data } }) => ('userId' in data && data.userId === userId ? [type] : []));
}

async function listed(email: string): Promise<AdminUser | undefined> {
  const users = await bodyOf<AdminUser[]>(await admin.get('/api/admin/users'));
  return users.find((user) => user.email === email);
}

function add(email: string, key: string = randomUUID()): Promise<Response> {
  return fetch(`${product.url}/api/admin/users`, {
    method: 'POST',
    headers: {
      'client-id': admin.clientId,
      cookie: `clearcut_session=${admin.session()}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ email, role: 3 }),
  });
}

/** The invited person follows the link of the latest mail. */
async function accept(email: string): Promise<Response> {
  const token = tokenIn(await mailTo(product.url, email, /Ada/));
  return createPerson(product.url).send('POST', '/api/auth/accept-invitation', { token, password: PASSWORD });
}

const stepsOfAdding: Step[] = [
  { name: 'the address is taken', table: 'identity.users', write: 'INSERT' },
  event('MemberInvited'),
  event('AccountRegistered'),
  {
    name: 'the account is marked',
    table: 'identity.users',
    write: 'UPDATE',
    when: 'NEW.registered AND NOT OLD.registered',
  },
];

test.for(stepsOfAdding)(
  'a member whose adding was killed before: $name, is added by the repeat',
  patient,
  async (step) => {
    const [email, key] = [newAddress(), randomUUID()];
    await killBefore(product, step, () => add(email, key));
    const answer = await add(email, key);
    expect(answer.status).toBe(201);
    const { id } = await bodyOf<AdminUser>(answer);
    expect(await eventsOf(`team-${teamId}`, id)).toEqual(['MemberInvited']);
    expect(await eventsOf(`account-${id}`, id)).toEqual(['AccountRegistered']);
    expect(await rowOf(email)).toEqual({ id, registered: true });
    expect((await accept(email)).status).toBe(200);
  },
);

test.for(stepsOfAdding)('a member whose adding was killed before: $name, is there or not', patient, async (step) => {
  const email = newAddress();
  await killBefore(product, step, () => add(email));
  // Some minutes later.
  await product.database.query(
    `UPDATE identity.users SET created_at = now() - interval '10 minutes' WHERE email = $1 AND NOT registered`,
    [email],
  );
  const row = await eventually(async () => {
    const found = await rowOf(email);
    return found === undefined ? { id: undefined } : found.registered ? found : undefined;
  });
  if (row.id === undefined) {
    expect(await listed(email)).toBeUndefined();
    expect((await add(email)).status).toBe(201);
  } else {
    expect((await accept(email)).status).toBe(200);
    expect((await listed(email))?.id).toBe(row.id);
    expect(await eventsOf(`team-${teamId}`, row.id)).toEqual(['MemberInvited', 'InvitationAccepted']);
  }
});

test.for<Step>([
  event('InvitationAccepted'),
  event('AddressProved'),
  { name: 'the link is used up', table: 'identity.tokens', write: 'DELETE' },
  { name: 'the session begins', table: 'identity.sessions', write: 'INSERT' },
  event('PasswordChanged'),
])('whose acceptance was killed before: $name, gets in, as one member', patient, async (step) => {
  const email = newAddress();
  const { id } = await bodyOf<AdminUser>(await admin.send('POST', '/api/admin/users', { email, role: 3 }));
  const token = tokenIn(await mailTo(product.url, email, /Ada/));
  const person = createPerson(product.url);
  const accept = () => person.send('POST', '/api/auth/accept-invitation', { token, password: PASSWORD });
  await killBefore(product, step, accept);
  // By the link, or when that was used up by the password that it took.
  const again = await accept();
  if (!again.ok) {
    expect(await errorOf(again)).toBe('400 link_expired');
    expect((await person.logIn(email)).status).toBe(200);
  }
  expect(await person.me()).toMatchObject({ pk: id, team_id: teamId, role: 'collaborator' });
  expect(await eventsOf(`team-${teamId}`, id)).toEqual(['MemberInvited', 'InvitationAccepted']);
  // The list follows the log.
  await eventually(async () => ((await listed(email))?.status === 'Active' ? true : undefined));
});

test.for<Step>([
  event('MemberRemoved'),
  event('AccountClosed'),
  { name: 'the data is erased', table: 'identity.users', write: 'DELETE' },
])('whose removal was killed before: $name, is still a member, or has no account', patient, async (step) => {
  const email = newAddress();
  const { id } = await bodyOf<AdminUser>(await add(email));
  const person = createPerson(product.url);
  await accept(email);
  await person.logIn(email);
  await killBefore(product, step, () => admin.send('DELETE', `/api/admin/users/${id}`));
  if (!(await eventsOf(`team-${teamId}`, id)).includes('MemberRemoved')) {
    expect(await person.me()).toMatchObject({ pk: id });
    expect((await admin.send('DELETE', `/api/admin/users/${id}`)).status).toBe(200);
  }
  // No request repeats it: what is left to do is done all the same.
  await eventually(async () => ((await rowOf(email)) === undefined ? true : undefined));
  expect(await person.me()).toBeUndefined();
  expect(await listed(email)).toBeUndefined();
  expect(await eventsOf(`team-${teamId}`, id)).toEqual(['MemberInvited', 'InvitationAccepted', 'MemberRemoved']);
  expect(await eventsOf(`account-${id}`, id)).toEqual([
    'AccountRegistered',
    'AddressProved',
    'PasswordChanged',
    'AccountClosed',
  ]);
});
