/** API keys: who creates them, what they open, and when they end. */
import { randomUUID } from 'node:crypto';
import type { ReceivedMail } from '@clearcut/platform/mail/mailbox/mailbox';
import { countTestPicture, forgetOldUse, reserveCredits, testPicturesLeft } from '@clearcut/command-api/api-keys';
import { createApiKey } from '@clearcut/operator/commands/create-api-key';
import type { CreatedKey, CreateKeyBody, KeyLog, KeyView } from '@clearcut/schemas/api-keys/http';
import { TEST_KEY_PICTURES_PER_DAY } from '@clearcut/schemas/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { operatorOf } from '../support/audits.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailsTo, PASSWORD, type Person, tokenIn } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { collaborator, joinTeam } from '../support/team.ts';

const EMAIL = 'keys@example.com';
const ACCOUNT = '/v1/account';

let product: Installation;
let admin: Person;

beforeAll(async () => {
  product = await sharedInstallation();
  admin = createPerson(product.url);
  await admin.signUp(EMAIL);
});
afterAll(() => product.stop());

const newKey = (body: Partial<CreateKeyBody> = {}, person = admin): Promise<CreatedKey> =>
  createKey(person, { label: 'A program', ...body });

const call = (key: string, path = ACCOUNT, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(product.url + path, { headers: { 'x-api-key': key, ...headers } });
const listed = async (): Promise<KeyView[]> => (await bodyOf<{ keys: KeyView[] }>(await admin.get('/api/keys/'))).keys;

test('a key opens its routes in either header, and no route that requires a login', async () => {
  const { key, id } = await newKey();
  const answer = await call(key);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ credits: 0, key: { id, mode: 'live' } });
  expect(answer.headers.get('set-cookie')).toBeNull();
  const bearer = await fetch(product.url + ACCOUNT, { headers: { authorization: `Bearer ${key}` } });
  expect(bearer.status).toBe(200);
  expect(await errorOf(await call(key, '/api/user/me/'))).toBe('403 api_key_not_accepted');
  expect(await errorOf(await fetch(product.url + ACCOUNT))).toBe('401 api_key_required');
  expect(await errorOf(await admin.get(ACCOUNT))).toBe('401 api_key_required');
});

test('refuses an unknown or malformed key', async () => {
  const { key } = await newKey();
  const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  for (const wrong of ['nonsense', mistyped]) expect(await errorOf(await call(wrong))).toBe('401 api_key_invalid');
});

test('refuses a key in an address, which keeps working in its header', async () => {
  const { key } = await newKey();
  expect(await errorOf(await fetch(`${product.url}${ACCOUNT}?api_key=${key}`))).toBe('400 api_key_in_address');
  expect((await call(key)).status).toBe(200);
});

test('a key may do what its scopes say', async () => {
  const { key } = await newKey({ scopes: ['pictures:read'] });
  expect(await errorOf(await call(key))).toBe('403 api_key_scope_missing');
});

test('a key works only from its networks, which can be changed', async () => {
  const { key, id } = await newKey({ networks: ['192.0.2.0/24'] });
  expect(await errorOf(await call(key))).toBe('403 api_key_network_forbidden');
  const changed = await admin.send('PATCH', `/api/keys/${id}/`, { networks: ['127.0.0.0/8', '::1'], label: 'Moved' });
  expect(changed.status).toBe(204);
  expect((await call(key)).status).toBe(200);
  expect((await listed()).find((one) => one.id === id)).toMatchObject({
    label: 'Moved',
    networks: ['127.0.0.0/8', '::1'],
  });
});

test('counts requests per minute, and both families of headers say what is left', async () => {
  const limits = { requestsPerMinute: 3, creditsPerDay: null, creditsPerMonth: null };
  const { key } = await newKey({ limits });
  // Avoids crossing a minute.
  await eventually(async () => (new Date().getSeconds() < 50 ? true : undefined));
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(key)));
  const seen = answers.map(({ status, headers }) => `${status} ${headers.get('x-ratelimit-remaining')}`);
  expect(seen.sort()).toEqual(['200 0', '200 1', '200 2', '429 0', '429 0']);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60');
  expect(refused?.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+$/);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused?.headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now() - 1000);
});

test('a rotated key keeps working beside its successor; a revoked one ends with the response', async () => {
  const { key, id } = await newKey();
  const rotated = await admin.send('POST', `/api/keys/${id}/rotate/`);
  expect(rotated.status).toBe(201);
  const successor = await bodyOf<CreatedKey>(rotated);
  expect([(await call(key)).status, (await call(successor.key)).status]).toEqual([200, 200]);
  expect((await listed()).find((one) => one.id === id)?.expiresAt).not.toBeNull();
  expect(await errorOf(await admin.send('POST', `/api/keys/${id}/rotate/`))).toBe('404 api_key_not_found');

  expect((await admin.send('DELETE', `/api/keys/${successor.id}/`)).status).toBe(204);
  expect(await errorOf(await call(successor.key))).toBe('401 api_key_invalid');
  expect((await call(key)).status).toBe(200);
  expect(await product.typesOf(`apiKey-${successor.id}`)).toEqual(['ApiKeyCreated', 'ApiKeyRevoked']);
});

test('regression: a rotation that a crash broke off is finished by the next one', async () => {
  for (const hasSecret of [false, true]) {
    const { key, id } = await newKey();
    const newKeyId = randomUUID();
    const oldValidUntil = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
    await product.eventStore.append(`apiKey-${id}`, 1, [
      {
        id: randomUUID(),
        event: { type: 'ApiKeyRotated', data: { keyId: id, newKeyId, oldValidUntil } },
        metadata: {
          correlationId: randomUUID(),
          causationId: randomUUID(),
          actor: { kind: 'system', id: 'test' },
          occurredAt: new Date().toISOString(),
        },
      },
    ]);
    if (hasSecret) {
      await product.database.query(
        `INSERT INTO api_keys.secret (key_id, team_id, user_id, digest, tail, label, networks)
         SELECT $1, team_id, user_id, sha256('lost'), 'lost', label, networks FROM api_keys.secret WHERE key_id = $2`,
        [newKeyId, id],
      );
    }
    await expect.poll(async () => (await listed()).find((one) => one.id === id)?.expiresAt).toBe(oldValidUntil);
    const rotated = await admin.send('POST', `/api/keys/${id}/rotate/`);
    expect(rotated.status).toBe(201);
    const successor = await bodyOf<CreatedKey>(rotated);
    expect(successor.id).toBe(newKeyId);
    expect([(await call(key)).status, (await call(successor.key)).status]).toEqual([200, 200]);
    expect((await listed()).find((one) => one.id === newKeyId)?.expiresAt).toBeNull();
    expect(await errorOf(await admin.send('POST', `/api/keys/${id}/rotate/`))).toBe('404 api_key_not_found');
    for (const one of [id, newKeyId]) await admin.send('DELETE', `/api/keys/${one}/`);
  }
});

const successorOf = async (id: string): Promise<CreatedKey> =>
  bodyOf<CreatedKey>(await admin.send('POST', `/api/keys/${id}/rotate/`));

test("regression: a key's successors share its limits of credits", async () => {
  const limits = { requestsPerMinute: 100, creditsPerDay: 3, creditsPerMonth: 3 };
  const { id, key } = await newKey({ limits });
  const reserve = (keyId: string) =>
    reserveCredits(product.database, keyId, limits, { teamId: id, saveId: id, requestId: id, credits: 1 });
  await reserve(id);
  const second = await successorOf(id);
  await reserve(second.id);
  const third = await successorOf(second.id);
  const answers = await Promise.allSettled([id, second.id, third.id].map(reserve));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of [key, third.key]) {
    expect((await call(one)).headers.get('ratelimit')).toContain('"credits";r=0;');
  }
});

async function left(key: string) {
  const { headers } = await call(key);
  return { minute: headers.get('x-ratelimit-reset'), requests: Number(headers.get('x-ratelimit-remaining')) };
}

test("regression: a key's successors share its requests per minute and its test pictures", async () => {
  const { id, key } = await newKey({ mode: 'test' });
  const successor = await successorOf(id);
  await countTestPicture(product.database, id);
  expect(await testPicturesLeft(product.database, successor.id)).toBe(TEST_KEY_PICTURES_PER_DAY - 1);
  const both = await eventually(async () => {
    const [old, next] = [await left(key), await left(successor.key)];
    return old.minute === next.minute ? old.requests - next.requests : undefined;
  });
  expect(both).toBe(1);
});

test('concurrent rotations make one successor', async () => {
  const { id } = await newKey();
  const answers = await Promise.all([1, 2, 3].map(() => admin.send('POST', `/api/keys/${id}/rotate/`)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404]);
});

test('regression: a credit reserved by a killed process counts only if it was spent', async () => {
  const { id } = await newKey();
  const [{ team_id: teamId } = { team_id: '' }] = await product.database.query<{ team_id: string }>(
    'SELECT team_id FROM api_keys.secret WHERE key_id = $1',
    [id],
  );
  await product.database.query(
    `WITH counted AS (INSERT INTO api_keys.use_of_day (key_id, day, credits) VALUES ($1, current_date, 1))
     INSERT INTO api_keys.reserved (id, key_id, team_id, save_id, request_id, day, credits, began_at)
     VALUES ($3, $1, $2, $3, $3, current_date, 1, now() - interval '3 minutes')`,
    [id, teamId, randomUUID()],
  );
  const counted = async () => (await listed()).find((one) => one.id === id)?.use.map(({ credits }) => credits);
  expect(await counted()).toEqual([1]);
  await expect.poll(counted, { timeout: 60_000, interval: 1_000 }).toEqual([0]);
});

test("the keys of a member who leaves the team end, and the member's texts are erased", async () => {
  const member = await joinTeam(product.url, admin, { ...collaborator, role: 1 });
  const { key, id } = await newKey({ label: 'Of a member' }, member);
  expect((await call(key)).status).toBe(200);
  const memberId = (await member.me())?.pk;
  expect((await admin.send('DELETE', `/api/admin/users/${memberId}/`)).status).toBe(200);
  expect(await errorOf(await call(key))).toBe('401 api_key_invalid');
  const left = await eventually(async () => {
    const [row] = await product.database.query<{ label: string; digest: unknown }>(
      'SELECT label, digest FROM api_keys.secret WHERE key_id = $1',
      [id],
    );
    return row?.digest === null ? row : undefined;
  });
  expect(left.label).toBe('');
  expect(await product.typesOf(`apiKey-${id}`)).toEqual(['ApiKeyCreated', 'ApiKeyRevoked']);
});

test('regression: 60 simultaneous requests make the 50 keys that a team may have', async () => {
  const person = createPerson(product.url);
  await person.signUp('keys-at-once@example.com');
  const make = async () => (await person.send('POST', '/api/keys/', { label: 'One of many' })).status;
  const made = await Promise.all(Array.from({ length: 60 }, make));
  expect([201, 409].map((status) => made.filter((one) => one === status).length)).toEqual([50, 10]);
  const { keys } = await bodyOf<{ keys: KeyView[] }>(await person.get('/api/keys/'));
  expect(keys).toHaveLength(50);
  expect((await person.send('DELETE', `/api/keys/${keys[0]?.id}/`)).status).toBe(204);
  expect([await make(), await make()]).toEqual([201, 409]);
});

test('regression: a key that ends in a year that no table holds is refused, and later keys work', async () => {
  const body = { label: 'A program', expiresAt: '0000-01-01T00:00:00Z' };
  expect(await errorOf(await admin.send('POST', '/api/keys/', body))).toBe('400 validation_failed');
  const { key } = await newKey({ expiresAt: '2100-01-01T02:00:00+02:00' });
  expect((await call(key)).status).toBe(200);
  expect(await listed()).toContainEqual(expect.objectContaining({ expiresAt: '2100-01-01T00:00:00.000Z' }));
});

test('a mail announces each new key, rotated and operator-made ones too, and a password reset revokes keys on request', async () => {
  const email = 'keys-endings@example.com';
  const person = createPerson(product.url);
  await person.signUp(email);
  const unproved = await newKey({}, person);
  await person.prove(email);
  const { key, id } = await newKey({}, person);
  const successor = await bodyOf<CreatedKey>(await person.send('POST', `/api/keys/${id}/rotate/`));
  const { json } = await createApiKey.run([email], operatorOf(product), {});
  const endings = [key, successor.key, (json as { key: string }).key].map((one) => one.slice(-4));
  const mails = await eventually(async () => {
    const found = (await mailsTo(product.url, email)).filter(({ subject }) => /API key/.test(subject));
    return found.length >= endings.length ? found : undefined;
  });
  expect(mails.map(({ text }) => /cck_live_…(\w{4})/.exec(text)?.[1] ?? '').sort()).toEqual(endings.sort());
  for (const { text } of mails) expect(text).toContain('/forgot-password');

  for (const [round, revoke_keys] of [false, true].entries()) {
    await person.send('POST', '/api/auth/send-token', { email });
    const links = await eventually(async () => {
      const sent = (await mailsTo(product.url, email)).filter(({ text }) => text.includes('/change-password/'));
      return sent.length > round ? sent : undefined;
    });
    const token = tokenIn(links[0] as ReceivedMail);
    const look = await person.get(`/api/auth/reset-password?token=${token}`);
    expect(await bodyOf(look)).toEqual({ third_party_logins: 0, api_keys: 4 });
    const body = { token, password: PASSWORD, revoke_keys };
    expect((await person.send('POST', '/api/auth/reset-password', body)).status).toBe(204);
    for (const one of [unproved.key, key, successor.key]) {
      expect((await call(one)).status, String(revoke_keys)).toBe(revoke_keys ? 401 : 200);
    }
  }
});

test("another team sees none of this one's keys", async () => {
  const { id } = await newKey();
  const stranger = createPerson(product.url);
  await stranger.signUp('keys-stranger@example.com');
  expect(await bodyOf<unknown>(await stranger.get('/api/keys/'))).toEqual({ keys: [] });
  expect(await bodyOf<unknown>(await stranger.get(`/api/keys/log/?key=${id}`))).toEqual({ requests: [] });
  for (const answer of [
    await stranger.send('DELETE', `/api/keys/${id}/`),
    await stranger.send('PATCH', `/api/keys/${id}/`, { label: 'x' }),
    await stranger.send('POST', `/api/keys/${id}/rotate/`),
  ])
    expect(await errorOf(answer)).toBe('404 api_key_not_found');
});

test("each request is in its key's log, and counts for its day", async () => {
  const { key, id } = await newKey();
  await call(key, `${ACCOUNT}?note=private`);
  const log = await eventually(async () => {
    const { requests } = await bodyOf<KeyLog>(await admin.get(`/api/keys/log/?key=${id}`));
    return requests.length > 0 ? requests : undefined;
  });
  expect(log).toMatchObject([{ keyId: id, method: 'GET', path: '/v1/account', status: 200, credits: 0 }]);
  const view = (await listed()).find((one) => one.id === id);
  expect(view?.use).toMatchObject([{ requests: 1, credits: 0 }]);
  expect(view?.lastUsedAt).not.toBeNull();
  expect(view?.hint).toBe(`cck_live_…${key.slice(-4)}`);
});

test('regression: the log of keys has 200 lines of each, and one a minute of refused requests', async () => {
  const limits = { requestsPerMinute: 3, creditsPerDay: null, creditsPerMonth: null };
  const { key, id, teamId } = { ...(await newKey({ limits })), teamId: (await admin.me())?.team_id };
  await eventually(async () => (new Date().getSeconds() < 50 ? true : undefined));
  await Promise.all(Array.from({ length: 9 }, () => call(key, `${ACCOUNT}?${'x'.repeat(900)}`)));
  const lines = async (): Promise<{ status: number }[]> =>
    product.database.query('SELECT status FROM api_keys.request WHERE key_id = $1 ORDER BY status', [id]);
  await expect.poll(async () => (await lines()).map(({ status }) => status)).toEqual([200, 200, 200, 429]);

  await product.database.query(
    `INSERT INTO api_keys.request (id, key_id, team_id, method, path, status, ms, credits)
     SELECT gen_random_uuid(), $1, $2, 'GET', '/', 200, 1, 0 FROM generate_series(1, 300)`,
    [id, teamId],
  );
  await forgetOldUse(product.database);
  expect(await lines()).toHaveLength(200);
});

test('the operator makes a key, which works at once', async () => {
  const { json } = await createApiKey.run([EMAIL], operatorOf(product), { scopes: 'account:read,pictures:write' });
  const { key } = json as { key: string };
  expect(await bodyOf<unknown>(await call(key))).toMatchObject({ key: { scopes: ['pictures:write', 'account:read'] } });
  await expect(createApiKey.run(['nobody@example.com'], operatorOf(product), {})).rejects.toThrow(/no account/);
});

test('the operator limits a key as the page does: requests, credits, networks, origins, a last day', async () => {
  const { json } = await createApiKey.run([EMAIL], operatorOf(product), {
    label: 'Plug-in',
    mode: 'test',
    'requests-per-minute': '40',
    'credits-per-day': '5',
    networks: '192.0.2.7, 198.51.100.0/24',
    origins: 'https://plugin.example',
    expires: '2099-12-31',
  });
  expect((await listed()).find(({ id }) => id === (json as { id: string }).id)).toMatchObject({
    label: 'Plug-in',
    mode: 'test',
    limits: { requestsPerMinute: 40, creditsPerDay: 5, creditsPerMonth: null },
    networks: ['192.0.2.7', '198.51.100.0/24'],
    origins: ['https://plugin.example'],
    expiresAt: '2099-12-31T23:59:59.000Z',
  });
});

test.for([
  [{ scopes: 'everything' }, /--scopes: /],
  [{ networks: '10.0.0.0/99' }, /--networks: An address such as/],
  [{ origins: 'https://a.example/path' }, /--origins: An origin such as/],
  [{ 'credits-per-day': '-1' }, /"-1" is no number for --credits-per-day/],
  [{ 'requests-per-minute': '0' }, /--requests-per-minute: /],
  [{ expires: '2020-01-01' }, /has passed/],
  [{ expires: '2099-02-30' }, /is no day/],
  [{ mode: 'both' }, /--mode: /],
] as const)('the operator cannot make a key of %j', async ([options, fault]) => {
  await expect(createApiKey.run([EMAIL], operatorOf(product), options)).rejects.toThrow(fault);
});

test("tables and events hold only a key's digest", async () => {
  const { key } = await newKey({ label: 'To be looked for' });
  await call(key);
  const tables = await product.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const random = key.slice(9, -4);
  const holding: string[] = [];
  for (const { name } of tables) {
    const [found] = await product.database.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE $1 LIMIT 1`, [
      `%${random}%`,
    ]);
    if (found !== undefined) holding.push(name);
  }
  expect(tables.length).toBeGreaterThan(20);
  expect(holding).toEqual([]);
});
