/** Webhooks, received by a program and verified with the usual libraries. */
import { randomUUID } from 'node:crypto';
import { eraseEndpoint, giveUp, markPublished, queueMessage, recordTry } from '@clearcut/command-api/webhooks';
import { KEY_SCOPES } from '@clearcut/schemas/api-keys/rights';
import { WEBHOOKS } from '@clearcut/schemas/constants';
import type { WebhookMessage, WebhookSecret, WebhookView } from '@clearcut/schemas/webhooks/http';
import sharp from 'sharp';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { holdJobs } from '../support/held-jobs.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailTo, type Person } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { grantCredits, type Saver, saverOf } from '../support/saver.ts';
import { type Received, type Receiver, startReceiver } from '../support/webhook-receiver.ts';

const EVERY_KEY = { label: 'All', scopes: KEY_SCOPES };

let product: Installation;
let admin: Person;
let email: string;
let team: string;
let saver: Omit<Saver, 'userId' | 'teamId'>;
let key: string;

beforeAll(async () => {
  product = await sharedInstallation();
  admin = createPerson(product.url);
  email = `${randomUUID()}@example.com`;
  ({ team_id: team } = await admin.signUp(email));
  await admin.prove(email);
  await grantCredits(product, team, 10);
  saver = saverOf(product, admin);
  ({ key } = await createKey(admin, EVERY_KEY));
});
afterAll(() => product.stop());

async function receiver(): Promise<Receiver> {
  const started = await startReceiver();
  onTestFinished(() => started.stop());
  return started;
}

/** Calls `/v1/webhooks` with the admin's key. */
async function v1<T>(method: string, path = '', body?: object): Promise<T> {
  const answer = await fetch(`${product.url}/v1/webhooks${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** Removed when the test ends; otherwise it would receive the next test's messages. */
async function webhook(url: string, types?: string[]): Promise<WebhookSecret> {
  const added = await v1<WebhookSecret>('POST', '/', { url, ...(types && { types }) });
  onTestFinished(() => v1('DELETE', `/${added.id}/`));
  return added;
}

const viewOf = async (id: string): Promise<WebhookView | undefined> =>
  (await v1<{ webhooks: WebhookView[] }>('GET')).webhooks.find((one) => one.id === id);
const messagesOf = async (id: string): Promise<WebhookMessage[]> =>
  (await v1<{ messages: WebhookMessage[] }>('GET', `/${id}/messages/`)).messages;
const sendTest = async (id: string): Promise<string> =>
  (await v1<{ messageId: string }>('POST', `/${id}/test/`)).messageId;

/** Verified by both libraries. */
function isGenuine(secret: string, { body, headers }: Received): boolean {
  const verdicts = [StandardWebhook, SvixWebhook].map((Library) => {
    try {
      new Library(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  });
  expect(new Set(verdicts).size).toBe(1);
  return verdicts[0] === true;
}

test("a picture's events are delivered once, in order and signed for both libraries; a failed delivery holds back later ones", async () => {
  const program = await receiver();
  const { id, secret } = await webhook(program.url, ['picture.ready', 'save.completed']);
  program.answerNext(500);
  const { id: pictureId } = await saver.cutOut(await photo());
  await saver.save(pictureId);
  const saved = await program.next(({ type }) => type === 'save.completed');
  expect(program.received.map(({ type, status }) => `${type} ${status}`)).toEqual([
    'picture.ready 500',
    'picture.ready 204',
    'save.completed 204',
  ]);
  const [failed, ready] = program.received;
  expect(failed?.headers['webhook-id']).toBe(ready?.headers['webhook-id']);
  for (const one of program.received) expect(isGenuine(secret, one)).toBe(true);
  expect(isGenuine(secret, { ...saved, body: saved.body.replace('save', 'sale') })).toBe(false);
  expect(isGenuine(secret, { ...saved, headers: { ...saved.headers, 'webhook-timestamp': '1700000000' } })).toBe(false);
  const picture = `${product.url}/v1/pictures/${pictureId}/`;
  expect(saved.data).toMatchObject({ pictureId, links: { picture, file: `${picture}file/?quality=hd` } });
  expect(saved.body.length).toBeLessThan(1_000);

  const log = await eventually(async () => {
    const messages = await messagesOf(id);
    return messages.every(({ status }) => status === 'delivered') ? messages : undefined;
  });
  expect(log.map(({ type, tries }) => [type, ...tries.map(({ status }) => status)])).toEqual([
    ['save.completed', 204],
    ['picture.ready', 500, 204],
  ]);
});

test('a batch finishes once its last picture is ready, failed or deleted, and again after one more', async () => {
  const program = await receiver();
  await webhook(program.url, ['batch.finished', 'picture.ready']);
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${product.url}/v1/${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.ok, path).toBe(true);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  };
  const { id: batchId } = await call<{ id: string }>('POST', 'batches/');
  const upload = async (picture: Buffer): Promise<string> =>
    (await call<{ id: string }>('POST', 'pictures/', { fileBase64: picture.toString('base64'), batchId })).id;
  const finished = () => program.received.filter(({ type }) => type === 'batch.finished').map(({ data }) => data);

  const release = await holdJobs(product.database);
  await upload(await photo());
  const flat = sharp({ create: { width: 300, height: 200, channels: 3, background: '#cccccc' } });
  await upload(await flat.png().toBuffer());
  await call('DELETE', `pictures/${await upload(await photo({ width: 320, height: 240 }))}/`);
  expect(finished()).toEqual([]);
  await release();
  await program.next(({ type }) => type === 'batch.finished');
  const links = {
    batch: `${product.url}/v1/batches/${batchId}/`,
    pictures: `${product.url}/v1/pictures/?batchId=${batchId}`,
  };
  expect(finished()).toEqual([{ batchId, total: 2, ready: 1, failed: 1, links }]);
  // One event made the picture ready and finished the batch: two messages, neither replacing the other.
  await program.next(({ type }) => type === 'picture.ready');

  await upload(await photo({ width: 300, height: 200 }));
  await eventually(() => (finished().length === 2 ? true : undefined));
  expect(finished()[1]).toEqual({ batchId, total: 3, ready: 2, failed: 1, links });
  // The read model follows the log separately: a program may get the message first.
  await expect
    .poll(() => call('GET', `batches/${batchId}/`))
    .toMatchObject({ total: 3, ready: 2, failed: 1, processing: 0 });
});

test('regression: a rotation repeated under its Idempotency-Key makes no second secret', async () => {
  const { id, secret } = await webhook('https://example.com/hook');
  const rotate = async (idempotencyKey: string) => {
    const headers = { 'x-api-key': key, 'idempotency-key': idempotencyKey };
    return fetch(`${product.url}/v1/webhooks/${id}/rotate/`, { method: 'POST', headers });
  };
  const secretOf = async (idempotencyKey: string) => (await bodyOf<WebhookSecret>(await rotate(idempotencyKey))).secret;
  const [first, repeat] = await Promise.all([secretOf('lost'), secretOf('lost')]);
  expect([repeat, await secretOf('lost')]).toEqual([first, first]);
  expect(new Set([secret, first, await secretOf('later')]).size).toBe(3);
  expect((await rotate('é')).status).toBe(400);
});

test('a rotated secret counts beside the new one, and a message can be sent again under its id', async () => {
  const program = await receiver();
  const { id, secret } = await webhook(program.url);
  const first = await sendTest(id);
  await program.next(({ headers }) => headers['webhook-id'] === first);
  const rotated = await v1<WebhookSecret>('POST', `/${id}/rotate/`);
  const second = await sendTest(id);
  const signedTwice = await program.next(({ headers }) => headers['webhook-id'] === second);
  expect([secret, rotated.secret].map((one) => isGenuine(one, signedTwice))).toEqual([true, true]);
  expect(rotated.secret).not.toBe(secret);
  await v1('POST', `/${id}/messages/${first}/send/`);
  await eventually(() => (program.received.length === 3 ? true : undefined));
  const again = program.received[2];
  expect([again?.headers['webhook-id'], again?.body]).toEqual([first, program.received[0]?.body]);
});

test('regression: a message given up while its try was on the bus can be sent again', async () => {
  const program = await receiver();
  const { id: endpointId } = await webhook(program.url);
  await v1('PATCH', `/${endpointId}/`, { isEnabled: false });
  const id = randomUUID();
  await queueMessage(product.database, { id, endpointId, type: 'test', subject: null, body: '{}' });
  await eventually(async () => ((await messagesOf(endpointId))[0]?.status === 'failed' ? true : undefined));
  await v1('PATCH', `/${endpointId}/`, { isEnabled: true });
  await v1('POST', `/${endpointId}/messages/${id}/send/`);
  await program.next(({ headers }) => headers['webhook-id'] === id);
  await eventually(async () => ((await messagesOf(endpointId))[0]?.status === 'delivered' ? true : undefined));
});

test('regression: a webhook can be removed while deliveries are recorded, abandoned and sent', async () => {
  const { database } = product;
  const teamId = randomUUID();
  const rounds = Array.from({ length: 25 }, async () => {
    const endpointId = randomUUID();
    const url = 'http://127.0.0.1:9/';
    await database.query('INSERT INTO webhooks.endpoint (id, team_id, url) VALUES ($1, $2, $3)', [
      endpointId,
      teamId,
      url,
    ]);
    const ids = Array.from({ length: 6 }, () => randomUUID());
    for (const id of ids) await queueMessage(database, { id, endpointId, type: 'test', subject: null, body: '{}' });
    const answered = { status: 200, ms: 1, error: null };
    await Promise.all([
      ...ids.map((id) => recordTry(database, { id, endpointId }, 1, answered, undefined)),
      markPublished(
        database,
        ids.toReversed().map((messageId) => ({ messageId, endpointId, nth: 1 })),
      ),
      giveUp(database, endpointId),
      eraseEndpoint(database, endpointId),
    ]);
    // A late try of a removed webhook has nothing to record.
    expect(await recordTry(database, { id: ids[0]!, endpointId }, 2, answered, undefined)).toBeNull();
  });
  await Promise.all(rounds);
  expect(await database.query('SELECT 1 FROM webhooks.endpoint WHERE team_id = $1', [teamId])).toEqual([]);
});

test('a receiver that is gone is disabled at once, one that fails for five days too, and the admins get a mail', async () => {
  const program = await receiver();
  const { id } = await webhook(program.url);
  program.answerNext(410);
  await sendTest(id);
  await eventually(async () => ((await viewOf(id))?.disabledBecause === 'gone' ? true : undefined));
  const { text } = await mailTo(product.url, email, /webhook of your team was disabled/);
  expect(text).toContain(new URL(program.url).host);
  await expect(sendTest(id)).rejects.toThrow('409');

  await v1('PATCH', `/${id}/`, { isEnabled: true });
  expect(await viewOf(id)).toMatchObject({ isEnabled: true, disabledBecause: null, failingSince: null });
  // A redirect is a failure: the admin did not choose its target.
  program.answerNext(302);
  await sendTest(id);
  await eventually(async () => ((await viewOf(id))?.failingSince === null ? undefined : true));
  await product.database.query(
    `UPDATE webhooks.endpoint SET failing_since = now() - make_interval(days => $1, mins => 1) WHERE id = $2`,
    [WEBHOOKS.failingDays, id],
  );
  program.answerNext(503, 503);
  await sendTest(id);
  await eventually(async () => ((await viewOf(id))?.disabledBecause === 'failing' ? true : undefined));
  await eventually(async () => ((await messagesOf(id)).every(({ status }) => status === 'failed') ? true : undefined));
});

test('killing a process loses no message: it is sent again under the same id', async () => {
  const program = await receiver();
  const { id } = await webhook(program.url);
  program.answerNext(null);
  const messageId = await sendTest(id);
  await program.next(({ status }) => status === null);
  await product.replace('command-api');
  const delivered = await program.next(({ status }) => status === 204);
  expect(delivered.headers['webhook-id']).toBe(messageId);
  const tries = await eventually(async () => {
    const [message] = await messagesOf(id);
    return message?.status === 'delivered' ? message.tries : undefined;
  });
  expect(tries.map(({ status }) => status)).toEqual([204]);
});

test('regression: a webhook added twice with one Idempotency-Key is one webhook', async () => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const add = (url: string) =>
    fetch(`${product.url}/v1/webhooks/`, { method: 'POST', headers, body: JSON.stringify({ url }) });
  const both = await Promise.all([add('https://example.com/once'), add('https://example.com/once')]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  const [one, two] = await Promise.all(both.map((answer) => bodyOf<WebhookSecret>(answer)));
  expect(two).toEqual(one);
  const { webhooks } = await v1<{ webhooks: WebhookView[] }>('GET');
  expect(webhooks.filter(({ url }) => url === 'https://example.com/once')).toHaveLength(1);
  expect(await errorOf(await add('https://example.com/other'))).toBe('422 idempotency_key_reused');
  await v1('DELETE', `/${one?.id}/`);
  expect(await errorOf(await add('https://example.com/once'))).toBe('422 idempotency_key_reused');
});

test("regression: addresses that crashes left without an event do not use up the team's limit", async () => {
  const leave = (age: string) =>
    product.database.query(
      `INSERT INTO webhooks.endpoint (id, team_id, url, created_at)
       SELECT gen_random_uuid(), $1, 'https://example.com/lost', now() - $2::interval FROM generate_series(1, $3::integer)`,
      [team, age, WEBHOOKS.perTeam],
    );
  const left = () =>
    product.database.query("SELECT id FROM webhooks.endpoint WHERE team_id = $1 AND url LIKE '%/lost'", [team]);
  await leave('1 hour');
  await webhook('https://example.com/found');
  expect(await left()).toEqual([]);
  // These may still be under way.
  await leave('1 minute');
  await expect(v1('POST', '/', { url: 'https://example.com/' })).rejects.toThrow('too_many_webhooks');
  await product.database.query("DELETE FROM webhooks.endpoint WHERE url LIKE '%/lost'");
});

test('refuses internal addresses and one webhook too many, and shows another team none of them', async () => {
  for (const url of [
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'ftp://example.com/',
    'not an address',
    'https://user:pw@example.com/',
  ]) {
    await expect(v1('POST', '/', { url }), url).rejects.toThrow(/^400: .*validation_failed/);
  }
  const ids: string[] = [];
  for (let n = 0; n < WEBHOOKS.perTeam; n += 1) ids.push((await webhook('https://example.com/hook')).id);
  await expect(v1('POST', '/', { url: 'https://example.com/' })).rejects.toThrow('too_many_webhooks');
  const outsider = createPerson(product.url);
  await outsider.signUp(`${randomUUID()}@example.com`);
  const [id] = ids;
  const answers = await Promise.all([
    outsider.get(`/api/webhooks/${id}/messages/`),
    outsider.send('PATCH', `/api/webhooks/${id}/`, { isEnabled: false }),
    outsider.send('POST', `/api/webhooks/${id}/rotate/`),
    outsider.send('DELETE', `/api/webhooks/${id}/`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await product.typesOf(`webhookEndpoint-${id}`)).toEqual(['WebhookEndpointAdded']);
});
