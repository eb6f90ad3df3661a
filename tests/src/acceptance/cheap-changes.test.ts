/** Changes that undo each other would fill the log for nothing: each caller has a limit, and each route a refusal. */
import { randomUUID } from 'node:crypto';
import { KEY_SCOPES } from '@clearcut/schemas/api-keys/rights';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, WIDE_LIMITS } from '../support/api-keys.ts';
import { bodyOf, cookieOf, createClient, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { documentOf, operationsOf } from '../support/openapi.ts';
import { createPerson } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { newSaver, type Saver } from '../support/saver.ts';

/** More than the limit, with what refills meanwhile. */
const MOST = 180;

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

type Turn = (turn: number) => Promise<Response>;
type Send = (method: 'POST' | 'DELETE', path: string, body?: object) => Promise<Response>;

/** Repeats a change until it is refused. */
async function refusalOf(turn: Turn): Promise<Response> {
  for (let count = 0; count < MOST; count++) {
    const answer = await turn(count);
    if (answer.status === 429) return answer;
    expect(answer.ok, await answer.clone().text()).toBe(true);
  }
  throw new Error(`${MOST} changes were taken`);
}

const addAndRemove =
  (send: Send, path: string, body: (turn: number) => object): Turn =>
  async (turn) => {
    const added = await send('POST', path, body(turn));
    if (!added.ok) return added;
    const { id, grantId = id } = await bodyOf<{ id?: string; grantId?: string }>(added.clone());
    expect((await send('DELETE', `${path}${grantId}/`)).status).toBe(204);
    return added;
  };

const address = (): object => ({ url: `https://example.com/${randomUUID()}` });
const LOOK = { background: TRANSPARENT, shadow: null, frame: null, format: 'png' };

async function byKey({ person }: Saver): Promise<Send> {
  const { key } = await createKey(person, { label: 'a', scopes: KEY_SCOPES, limits: WIDE_LIMITS });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return (method, path, body = {}) => {
    const call: RequestInit = { method, headers, body: JSON.stringify(body) };
    return fetch(product.url + path, call);
  };
}

const CHANGES: Readonly<Record<string, (saver: Saver) => Promise<Turn> | Turn>> = {
  webhooks: ({ person }) => addAndRemove((...call) => person.send(...call), '/api/webhooks/', address),
  'webhooks by a key': async (saver) => addAndRemove(await byKey(saver), '/v1/webhooks/', address),
  keys: ({ person }) =>
    addAndRemove(
      (...call) => person.send(...call),
      '/api/keys/',
      () => ({ label: 'a' }),
    ),
  templates: ({ person }) =>
    addAndRemove(
      (...call) => person.send(...call),
      '/api/template/',
      (turn) => ({ name: `Look ${turn}`, ...LOOK }),
    ),
  'contacts for money':
    ({ person, userId }) =>
    (turn) =>
      person.send('PUT', '/api/billing/contacts/', { userIds: turn % 2 === 0 ? [userId] : [] }),
  names:
    ({ person }) =>
    (turn) =>
      person.send('PATCH', '/api/user/me/', { first_name: turn % 2 === 0 ? 'Ann' : 'Anne' }),
};

test.for(Object.keys(CHANGES))(
  'regression: %s changed to and fro are limited, for their caller alone',
  { timeout: 120_000 },
  async (name) => {
    const [saver, other] = [await newSaver(product, 0), await newSaver(product, 0)];
    const refusal = await refusalOf(await CHANGES[name]!(saver));
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await errorOf(refusal)).toBe('429 too_many_requests');
    expect((await saver.person.get('/api/user/me/')).status).toBe(200);
    const others = await CHANGES[name]!(other);
    expect((await others(0)).ok).toBe(true);
  },
);

test('regression: grants that a visitor gives and takes back are limited', { timeout: 120_000 }, async () => {
  const visitor = createPerson(product.url);
  const uploaded = await createClient(product.url, visitor).upload(await photo({ width: 40, height: 30 }));
  visitor.setSession(cookieOf(uploaded).split('=')[1] ?? '');
  const { id } = await bodyOf<UploadAnswer>(uploaded);
  const turn = addAndRemove(
    (...call) => visitor.send(...call),
    `/api/transaction/${id}/support-access/`,
    () => ({}),
  );
  expect(await errorOf(await refusalOf(turn))).toBe('429 too_many_requests');
});

/** Routes that answer no 429, by what bounds them. */
const BOUNDED: Readonly<Record<string, RegExp>> = {
  'a token that works once':
    /^\/api\/auth\/(?:magic-link\/login|reset-password|accept-invitation|decline-invitation)\/$/,
  'a line of the staff log for each': /^\/api\/staff\//,
  'a signature': /^\/api\/stripe\/webhook\/$/,
  'the changes of one picture': /^\/api\/transaction\/\{id\}\/(?:blur|edit|reset|op\/\{opId\}\/restore|save)\/$/,
  'what is under way at once': /^\/api\/transaction\/download\/bulk\//,
  'nothing stored': /^\/api\/policy-reports\/$/,
};

test('every route that adds something has a limit, or another bound', async () => {
  const operations = operationsOf(await documentOf(product.url, '/api/openapi.json'));
  const unlimited = operations
    .filter(({ method, responses }) => method !== 'GET' && method !== 'DELETE' && !('429' in responses))
    .map(({ path }) => path);
  expect(unlimited.filter((path) => !Object.values(BOUNDED).some((bound) => bound.test(path)))).toEqual([]);
});
