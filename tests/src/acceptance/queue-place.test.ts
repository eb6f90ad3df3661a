/** With many pictures waiting, owners see their place, and no team waits for all pictures of another. */
import { randomUUID } from 'node:crypto';
import { QUEUE } from '@clearcut/schemas/constants';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../support/person.ts';
import { bodyOf, createClient, type Client } from '../support/client.ts';
import { holdJobs } from '../support/held-jobs.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

const viewOf = async (client: Client, id: string): Promise<TransactionView> =>
  bodyOf<TransactionView>(await client.get(`/api/transaction/${id}`));

async function member(): Promise<Client> {
  const person = createPerson(product.url);
  await person.signUp(`${randomUUID()}@example.com`);
  return createClient(product.url, { clientId: person.clientId, cookie: `clearcut_session=${person.session()}` });
}

test('a user who waits behind many sees how many, until it is nearly their turn', async () => {
  const [busy, other] = [await member(), await member()];
  const release = await holdJobs(product.database);
  const picture = await photo({ width: 64, height: 48 });
  const upload = async (client: Client) => (await bodyOf<UploadAnswer>(await client.upload(picture))).id;
  const ids: string[] = [];
  while (ids.length < QUEUE.shownFrom + 2) ids.push(await upload(busy));
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  const placeOf = (id: string, ahead: number): Promise<true> =>
    eventually(async () => (await viewOf(busy, id)).queue?.ahead === ahead || undefined);

  await placeOf(last, QUEUE.shownFrom + 1);
  // A later single picture waits for one of those, not for all: too short to show.
  const single = await upload(other);
  await placeOf(last, QUEUE.shownFrom + 2);
  expect((await viewOf(other, single)).queue).toBeUndefined();
  expect(await viewOf(busy, first)).toMatchObject({ status: 'PENDING' });
  expect((await viewOf(busy, first)).queue).toBeUndefined();
  // Lists show many and streams report changes: neither asks the queue.
  const list = await bodyOf<{ transactions: TransactionView[] }>(await busy.get('/api/transaction/?pageSize=50'));
  expect(list.transactions.filter(({ queue }) => queue !== undefined)).toEqual([]);

  await release();
  for (const id of ids) await eventually(async () => (await viewOf(busy, id)).status === 'UPLOADED' || undefined);
  expect((await viewOf(busy, last)).queue).toBeUndefined();
});

test('many sessions of one address take turns as one', async () => {
  const single = await member();
  const release = await holdJobs(product.database);
  const picture = await photo({ width: 64, height: 48 });
  const upload = async (client: Client) => (await bodyOf<UploadAnswer>(await client.upload(picture))).id;
  const visitors = Array.from({ length: 6 }, () => createClient(product.url, { clientId: randomUUID() }));
  const ids: string[] = [];
  for (const visitor of visitors) ids.push(await upload(visitor));
  const last = await upload(single);
  const jobOf = async (id: string) => (await product.eventStore.readStream(`transaction-${id}`))[0]?.id ?? '';
  const placeOf = async (id: string) => product.messageBus.ahead(IMAGE_JOBS, await jobOf(id), 100);
  await eventually(async () => ((await placeOf(last)) === undefined ? undefined : true));
  expect(await Promise.all([...ids, last].map(placeOf))).toEqual([0, 2, 3, 4, 5, 6, 1]);
  await release();
});
