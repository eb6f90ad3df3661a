import { createHash } from 'node:crypto';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

const uploads = async (): Promise<number> => (await product.uploads()).length;

test('one key has one effect and one response, for 20 simultaneous requests and after the service was killed', async () => {
  const client = createClient(product.url, { clientId: 'retrying-of-these-tests' });
  const bytes = await photo();
  const before = await uploads();
  const send = async (): Promise<string> => {
    const answer = await client.upload(bytes, { idempotencyKey: 'key-1' });
    return `${answer.status} ${await answer.text()} ${answer.headers.getSetCookie().join()}`;
  };
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^201 /);
  expect(await uploads()).toBe(before + 1);

  await product.replace('command-api');
  expect(await send()).toBe(answers[0]);
  expect(await uploads()).toBe(before + 1);

  const { id } = JSON.parse(answers[0]?.split(' ')[1] ?? '') as UploadAnswer;
  const originals = (await product.blobs()).filter((path) => path.includes(`${id}/original`));
  expect(originals).toHaveLength(1);
});

test('regression: a key reused for the same picture under another name is refused', async () => {
  const client = createClient(product.url, { clientId: 'renaming-of-these-tests' });
  const bytes = await photo();
  const send = (name: string) => client.upload(bytes, { idempotencyKey: 'key-3', name });
  expect((await send('a.jpg')).status).toBe(201);
  expect(await errorOf(await send('b.jpg'))).toBe('422 idempotency_key_reused');
  expect((await send('a.jpg')).status).toBe(201);
});

test('a key reused with other content is refused, also concurrently', async () => {
  const client = createClient(product.url, { clientId: 'confused-of-these-tests' });
  const pictures = await Promise.all([photo(), photo({ width: 300, height: 300 })]);
  const before = await uploads();
  const answers = await Promise.all(
    pictures.flatMap((bytes) => [1, 2, 3].map(() => client.upload(bytes, { idempotencyKey: 'key-2' }))),
  );
  expect(await uploads()).toBe(before + 1);
  const outcomes = await Promise.all(answers.map(async (answer) => (answer.ok ? '201' : errorOf(answer))));
  const [first, second] = [new Set(outcomes.slice(0, 3)), new Set(outcomes.slice(3))];
  expect([...first, ...second].sort()).toEqual(['201', '422 idempotency_key_reused']);

  const winner = pictures[outcomes[0] === '201' ? 0 : 1] ?? Buffer.alloc(0);
  const id = (await product.uploads()).at(-1) ?? '';
  const [recorded] = await product.eventStore.readStream(`transaction-${id}`);
  if (recorded?.event.type !== 'ImageUploaded') throw new Error('There is no upload');
  const original = await client.get(`/api/transaction/${id}/proxy/image/`);
  const sha256 = createHash('sha256')
    .update(Buffer.from(await original.arrayBuffer()))
    .digest('hex');
  expect(sha256).toBe(recorded.event.data.original.sha256);
  expect(sha256).toBe(createHash('sha256').update(winner).digest('hex'));
});

test('the same key from two clients counts as two keys', async () => {
  const bytes = await photo();
  const before = await uploads();
  for (const clientId of ['the-first-of-these-tests', 'the-second-of-these-tests']) {
    const answer = await createClient(product.url, { clientId }).upload(bytes, { idempotencyKey: 'shared' });
    expect(answer.status).toBe(201);
  }
  expect(await uploads()).toBe(before + 2);
});

test('a repeat of an upload that was deleted since restores nothing', async () => {
  const client = createClient(product.url, { clientId: 'forgetful-of-these-tests' });
  const bytes = await photo();
  const send = () => client.upload(bytes, { idempotencyKey: 'key-3', name: 'holiday.jpg' });
  const first = await (await send()).text();
  const { id } = JSON.parse(first) as UploadAnswer;
  expect((await client.remove(`/api/transaction/${id}/`)).status).toBe(204);
  await expect.poll(() => product.blobsOf(id)).toEqual([]);
  // The name is erased last.
  await expect.poll(() => product.fileNames()).not.toContain('holiday.jpg');

  const second = await send();
  expect([second.status, await second.text()]).toEqual([201, first]);
  expect(await product.blobsOf(id)).toEqual([]);
  expect(await product.fileNames()).not.toContain('holiday.jpg');
  expect(await errorOf(await client.get(`/api/transaction/${id}`))).toBe('404 transaction_not_found');
});

test('refuses a malformed key', async () => {
  const client = createClient(product.url, { clientId: 'odd-of-these-tests' });
  const bytes = await photo();
  for (const idempotencyKey of ['', 'k'.repeat(256)]) {
    expect(await errorOf(await client.upload(bytes, { idempotencyKey }))).toBe('400 idempotency_key_invalid');
  }
});

test('an upload that only a late retry finished keeps its picture as long as any other', async () => {
  // Left by a first attempt that died before its event, 20 hours ago; the sweep uses the age of names.
  const clientKey = createHash('sha256').update('late-of-these-tests').digest('hex');
  const transactionId = derivedId('transaction', clientKey, 'key-4');
  const nameOf = () =>
    product.database.query<{ name: string; age: number }>(
      'SELECT name, extract(epoch FROM now() - created_at)::float8 AS age FROM identity.file_names WHERE transaction_id = $1',
      [transactionId],
    );
  await product.database.query(
    "INSERT INTO identity.file_names (transaction_id, name, created_at) VALUES ($1, 'first.jpg', now() - interval '20 hours')",
    [transactionId],
  );
  const client = createClient(product.url, { clientId: 'late-of-these-tests' });
  const answer = await client.upload(await photo(), { idempotencyKey: 'key-4', name: 'second.jpg' });
  expect(((await answer.json()) as UploadAnswer).id).toBe(transactionId);
  const [named] = await nameOf();
  expect(named?.name).toBe('first.jpg');
  expect(named?.age).toBeLessThan(3600);
});
