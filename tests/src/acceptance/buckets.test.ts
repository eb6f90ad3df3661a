/**
 * Rate limits on what strangers could grow without end: sign-ups, third-party logins, and messages to unconfirmed
 * addresses.
 */
import { randomUUID } from 'node:crypto';
import type { WebhookSecret } from '@clearcut/schemas/webhooks/http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, logInFrom, PASSWORD, type Person, postFrom } from '../support/person.ts';
import { collaborator } from '../support/team.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation({ SIGN_UPS_AT_ONCE: '5' });
});
afterAll(() => product.stop());

const REFUSED = '429 too_many_requests';
const signUpFrom = (address: string): Promise<string> =>
  postFrom(address, new URL('/api/user/', product.url), { email: `${randomUUID()}@example.com`, password: PASSWORD });

async function newAdmin(): Promise<Person> {
  const person = createPerson(product.url);
  await product.database.query('DELETE FROM identity.rate_limits');
  await person.signUp(`${randomUUID()}@example.com`);
  return person;
}

test("regression: counts a network's simultaneous sign-ups, without delaying another network", async () => {
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => signUpFrom('127.0.0.20')));
  expect(outcomes.toSorted()).toEqual([...Array<string>(5).fill('201'), ...Array<string>(7).fill(REFUSED)]);
  expect(await signUpFrom('127.0.0.21')).toBe('201');
  await product.database.query(`UPDATE identity.rate_limits SET updated_at = updated_at - interval '13 seconds'`);
  expect([await signUpFrom('127.0.0.20'), await signUpFrom('127.0.0.20')]).toEqual(['201', REFUSED]);
});

test('a user whose network signs up many others can log in', async () => {
  const email = `${randomUUID()}@example.com`;
  await newAdmin().then((admin) => admin.get('/api/auth/logout'));
  await createPerson(product.url).signUp(email);
  const signUps = Array.from({ length: 8 }, () => signUpFrom('127.0.0.1'));
  expect(await logInFrom(product.url, '127.0.0.1', { email, password: PASSWORD })).toBe('200');
  expect(await Promise.all(signUps)).toContain(REFUSED);
});

test('regression: unfinished third-party logins keep 30 rows at once, not one each', async () => {
  const start = () => fetch(`${product.url}/api/auth/oidc/start/?type=login`, { redirect: 'manual' });
  const answers = await Promise.all(Array.from({ length: 45 }, start));
  const of = (status: number) => answers.filter((answer) => answer.status === status);
  expect([of(302).length, of(429).length]).toEqual([30, 15]);
  expect(of(429)[0]?.headers.get('retry-after')).toBe('10');
  const kept = await product.database.query('SELECT FROM identity.third_party_attempts');
  expect(kept.length).toBeLessThanOrEqual(30);
});

test('regression: counts webhook tests and repeats by team and host, however many endpoints there are', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  const admin = await newAdmin();
  const add = async (): Promise<string> =>
    (await bodyOf<WebhookSecret>(await admin.send('POST', '/api/webhooks/', { url: receiver.url }))).id;
  const [one, other] = [await add(), await add()];
  const send = async (path: string) => {
    const answer = await admin.send('POST', `/api/webhooks/${path}/`);
    return answer.ok ? String(answer.status) : errorOf(answer);
  };
  const tests = await Promise.all(Array.from({ length: 20 }, (_, at) => send(`${at % 2 === 0 ? one : other}/test`)));
  expect(tests.filter((outcome) => outcome === REFUSED)).toHaveLength(10);
  // Adding a removed endpoint again does not reset the count.
  await admin.send('DELETE', `/api/webhooks/${other}/`);
  expect(await send(`${await add()}/test`)).toBe(REFUSED);
  const [message] = await product.database.query<{ id: string }>('SELECT id FROM webhooks.message LIMIT 1');
  expect(await send(`${one}/messages/${message?.id}/send`)).toBe(REFUSED);
});

/** Sends 40 at once, of which about 30 pass. */
async function expectCounted(ask: (n: number) => Promise<Response>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)));
  const refused = answers.map(({ status }) => status).filter((status) => status !== 200);
  expect(refused).toEqual(refused.map(() => 429));
  // Some are refilled meanwhile.
  expect(refused.length).toBeGreaterThanOrEqual(4);
  expect(refused.length).toBeLessThanOrEqual(10);
}

test('regression: limits how often a team makes and changes keys, revoked ones included', async () => {
  const admin = await newAdmin();
  const { id } = await createKey(admin, { label: 'One', scopes: ['pictures:read'] });
  const change = (n: number) => admin.send('PATCH', `/api/keys/${id}/`, { label: `Label ${n}` });
  const statuses: number[] = [];
  for (let round = 0; round < 11; round += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => change(round * 10 + n)));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  expect((await admin.send('DELETE', `/api/keys/${id}/`)).status).toBeLessThan(300);
  const more = () => admin.send('POST', '/api/keys/', { label: 'Two', scopes: ['pictures:read'] });
  expect((await Promise.all([more(), more()])).map(({ status }) => status)).toContain(429);
});

test('regression: limits passkey options, tax details and provider queries', async () => {
  const admin = await newAdmin();
  const tax = {
    type: 'Private',
    country: 'DE',
    vatNumber: '',
    firstName: 'Ann',
    lastName: 'Lee',
    address: 'Road 1',
    zipCode: '10115',
    city: 'Berlin',
    email: 'ann@example.com',
  };
  await expectCounted(() => admin.send('POST', '/api/auth/passkeys/options/'));
  const change = (n: number) =>
    n % 2 === 0
      ? admin.send('PATCH', '/api/stripe/billing/tax-info/', { ...tax, address: `Road ${n}` })
      : admin.send('POST', '/api/stripe/sync/');
  await expectCounted(change);
  expect((await admin.get('/api/stripe/billing/tax-info/')).status).toBe(200);
});

test(
  'an admin invites 200 people at once, and a refusal says when the next one may be invited',
  { timeout: 120_000 },
  async () => {
    const admin = createPerson(product.url);
    await product.database.query('DELETE FROM identity.rate_limits');
    const email = `${randomUUID()}@example.com`;
    await admin.signUp(email);
    await admin.prove(email);
    const invite = () =>
      admin.send('POST', '/api/admin/users/', { email: `${randomUUID()}@example.com`, ...collaborator });
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, invite));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(201));
    }
    const rest = await Promise.all(Array.from({ length: 60 }, invite));
    const refused = rest.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('30');
    expect(await errorOf(refused as Response)).toBe(REFUSED);
  },
);
