import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, cookieOf, createClient, type Credentials, errorOf } from '../support/client.ts';
import { serverSentEvents } from '../support/event-source.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson } from '../support/person.ts';
import { photo } from '../support/pictures.ts';

let product: Installation;
let id: string;
let ann: Required<Credentials>;
let bob: Required<Credentials>;

async function join(clientId: string): Promise<[Required<Credentials>, string]> {
  const uploaded = await createClient(product.url, { clientId }).upload(await photo());
  return [{ clientId, cookie: cookieOf(uploaded) }, (await bodyOf<UploadAnswer>(uploaded)).id];
}

beforeAll(async () => {
  product = await sharedInstallation();
  [ann, id] = await join('ann-of-these-tests');
  [bob] = await join('bob-of-these-tests');
});
afterAll(() => product.stop());

type Who = [string, () => Credentials];

const madeUp = 'clearcut_session=made-up';

describe('the owner', () => {
  const owners: Who[] = [
    ['with the client id', () => ({ clientId: ann.clientId })],
    ['with the cookie', () => ({ cookie: ann.cookie })],
    ['with both', () => ann],
    ['with the client id and a cookie that we did not make', () => ({ ...ann, cookie: madeUp })],
  ];
  test.each(owners)('%s reads', async (_, who) => {
    const client = createClient(product.url, who());
    expect((await client.get(`/api/transaction/${id}`)).status).toBe(200);
    expect((await client.get(`/api/transaction/${id}/`)).status).toBe(200);
    expect((await client.get(`/api/transaction/${id.toUpperCase()}/`)).status).toBe(200);
    const original = await client.get(`/api/transaction/${id}/proxy/image/`);
    expect(original.status).toBe(200);
    await original.body?.cancel();
    const { transactions } = await bodyOf<{ transactions: TransactionView[] }>(await client.get('/api/transaction/'));
    expect(transactions.map((transaction) => transaction.id)).toEqual([id]);
  });

  test('the cookie alone, as sent by another site’s page, changes nothing', async () => {
    const client = createClient(product.url, { cookie: ann.cookie });
    expect(await errorOf(await client.remove(`/api/transaction/${id}/`))).toBe('400 client_id_required');
    expect(await errorOf(await client.upload(await photo()))).toBe('400 client_id_required');
  });
});

describe('another visitor', () => {
  const strangers: Who[] = [
    ['with another client id', () => ({ clientId: bob.clientId })],
    ['with another cookie', () => ({ cookie: bob.cookie })],
    ['with another client id and cookie', () => bob],
    ['with the right client id and another cookie', () => ({ clientId: ann.clientId, cookie: bob.cookie })],
    ['with another client id and the right cookie', () => ({ clientId: bob.clientId, cookie: ann.cookie })],
  ];
  test.each(strangers)('%s finds nothing', async (_, who) => {
    const client = createClient(product.url, who());
    const paths = ['', '/events', '/proxy/image/', '/download/low/'];
    for (const path of paths) {
      const answer = await client.get(`/api/transaction/${id}${path}`);
      expect(await errorOf(answer), path).toBe('404 transaction_not_found');
    }
    const { transactions } = await bodyOf<{ transactions: TransactionView[] }>(await client.get('/api/transaction/'));
    expect(transactions.map((transaction) => transaction.id)).not.toContain(id);
  });

  test.each(strangers.filter(([name]) => name.includes('client id')))('%s deletes nothing', async (_, who) => {
    const answer = await createClient(product.url, who()).remove(`/api/transaction/${id}/`);
    expect(await errorOf(answer)).toBe('404 transaction_not_found');
    expect(await product.eventTypes(id)).not.toContain('TransactionDeleted');
  });
});

const [noClient, noLogin] = ['400 client_id_required', '401 not_logged_in'];
const nobodies: [...Who, refusal: string][] = [
  ['without any credential', () => ({}), noClient],
  ['with a cookie that we did not make', () => ({ cookie: madeUp }), noClient],
  ['with a login that does not exist', () => ({ cookie: `clearcut_session=${'A'.repeat(43)}` }), noLogin],
  // Has the form of a login.
  ['with the right session and no proof of it', () => ({ cookie: ann.cookie.split('.')[0] ?? '' }), noLogin],
  [
    'with the right session and a wrong proof',
    () => ({ cookie: ann.cookie.replace(/.{43}$/, 'A'.repeat(43)) }),
    noClient,
  ],
];
test.each(nobodies)('%s reads nothing', async (_, who, refusal) => {
  const visitor = createClient(product.url, who());
  for (const path of ['', id, `${id}/events`, `${id}/proxy/image/`, `${id}/download/low/`]) {
    expect(await errorOf(await visitor.get(`/api/transaction/${path}`)), path).toBe(refusal);
  }
});

test('an id that does not or cannot exist is not found', async () => {
  const client = createClient(product.url, ann);
  for (const unknown of ['5f0c6f0e-1111-4222-8333-444455556666', 'nonsense', '%00', "' OR 1=1"]) {
    expect(await errorOf(await client.get(`/api/transaction/${unknown}`)), unknown).toBe('404 transaction_not_found');
  }
});

test('lists the newest, up to the requested number', async () => {
  const client = createClient(product.url, { clientId: 'lister-of-these-tests' });
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.unshift((await bodyOf<UploadAnswer>(await client.upload(await photo()))).id);
  }
  const list = async (query: string): Promise<string[]> => {
    const { transactions } = await bodyOf<{ transactions: TransactionView[] }>(
      await client.get(`/api/transaction/${query}`),
    );
    return transactions.map((transaction) => transaction.id);
  };
  expect(await list('')).toEqual(ids);
  expect(await list('?pageSize=2')).toEqual(ids.slice(0, 2));
  for (const pageSize of ['0', '101', 'many', '1.5']) {
    expect(await errorOf(await client.get(`/api/transaction/?pageSize=${pageSize}`))).toBe('400 validation_failed');
  }
});

test('an open event stream sends nothing further once its session ends', async () => {
  const [here, elsewhere] = [createPerson(product.url), createPerson(product.url)];
  await here.signUp('cy@example.com');
  await elsewhere.logIn('cy@example.com');
  const cookie = `clearcut_session=${here.session()}`;
  const picture = await createClient(product.url, { clientId: here.clientId, cookie }).process(await photo());
  const views = serverSentEvents<TransactionView>(await elsewhere.get(`/api/transaction/${picture.id}/events`));
  await views.next();
  await elsewhere.get('/api/auth/logout');
  await here.send('POST', `/api/transaction/${picture.id}/blur/?value=5`);
  for await (const { settings } of views) expect(settings.background.base).toBe(false);
});
