/** Limits of an owner, an address and a team: stored, waiting and watching. */
import { randomUUID } from 'node:crypto';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import type { LimitsAnswer } from '@clearcut/schemas/transaction/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, createClient, errorOf, type Client } from '../support/client.ts';
import { dropJobs, holdJobs } from '../support/held-jobs.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { joinTeam } from '../support/team.ts';

const MB = 1024 * 1024;

let product: Installation;
let release: () => Promise<void>;
beforeAll(async () => {
  product = await startInstallation({
    STORED_MB_PER_OWNER: '1',
    STORED_MB_PER_TEAM: '2',
    STORED_MB_PER_ADDRESS: '2',
    WAITING_PER_OWNER: '3',
    WAITING_PER_TEAM: '5',
    WAITING_PER_ADDRESS: '4',
    STREAMS_PER_OWNER: '1',
    STREAMS_PER_ADDRESS: '2',
  });
  release = await holdJobs(product.database);
});
afterAll(async () => {
  await dropJobs(product.database);
  await release();
  await product.stop();
});

const clientOf = (person: ReturnType<typeof createPerson>): Client =>
  createClient(product.url, { clientId: person.clientId, cookie: `clearcut_session=${person.session()}` });
async function admin() {
  const person = createPerson(product.url);
  await person.signUp(`${randomUUID()}@example.com`);
  return person;
}
const visitor = (): Client => createClient(product.url, { clientId: randomUUID() });
const small = () => photo({ width: 64, height: 48 });
/** Noise does not compress. */
const large = () =>
  sharp({
    create: { width: 560, height: 420, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 60 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
const reachedBy = async (client: Client) =>
  (await bodyOf<LimitsAnswer>(await client.get('/api/transaction/limits/'))).reached;

test('an owner at the storage limit is refused, and learns when the first picture expires', async () => {
  const client = clientOf(await admin());
  const bytes = await large();
  expect(bytes.length).toBeGreaterThan(0.6 * MB);
  const { id } = await bodyOf<UploadAnswer>(await client.upload(bytes));
  const refused = await client.upload(bytes);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60 * 60);
  expect(await errorOf(refused)).toBe('429 storage_quota_reached');
  const before = (await product.uploads()).length;
  expect((await client.upload(await small())).status).toBe(201);
  expect(await product.uploads()).toHaveLength(before + 1);
  await client.remove(`/api/transaction/${id}/`);
  await eventually(async () => ((await client.upload(bytes)).status === 201 ? true : undefined));
});

test("limits an owner's waiting pictures, and My images can name the limit", async () => {
  const client = clientOf(await admin());
  for (let n = 0; n < 3; n++) expect((await client.upload(await small())).status).toBe(201);
  const refused = await client.upload(await small());
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await errorOf(refused)).toBe('429 queue_quota_reached');
  expect(await reachedBy(client)).toEqual([{ limit: 'queue', scope: 'owner', most: 3, freesAt: null }]);
});

test('the members of a team share a limit', async () => {
  const founder = await admin();
  const one = clientOf(founder);
  for (let n = 0; n < 3; n++) await one.upload(await small());
  const two = clientOf(await joinTeam(product.url, founder, { role: 3, permissions: [] }));
  for (let n = 0; n < 2; n++) expect((await two.upload(await small())).status).toBe(201);
  expect(await errorOf(await two.upload(await small()))).toBe('429 queue_quota_reached');
  expect(await reachedBy(two)).toMatchObject([{ limit: 'queue', scope: 'team', most: 5 }]);
});

test('so do all visitors of an address, however many sessions they begin, apart from members', async () => {
  for (let n = 0; n < 4; n++) expect((await visitor().upload(await small())).status).toBe(201);
  const next = visitor();
  expect(await errorOf(await next.upload(await small()))).toBe('429 queue_quota_reached');
  expect(await reachedBy(next)).toMatchObject([{ limit: 'queue', scope: 'address' }]);
  expect(await reachedBy(clientOf(await admin()))).toEqual([]);
});

test("limits a user's open status streams, and allows another when one is closed", async () => {
  const client = clientOf(await admin());
  const { id } = await bodyOf<UploadAnswer>(await client.upload(await small()));
  const path = `/api/transaction/${id}/events/`;
  const first = await client.get(path);
  expect(first.status).toBe(200);
  expect(await errorOf(await client.get(path))).toBe('429 too_many_streams');
  await first.body?.cancel();
  await eventually(async () => {
    const next = await client.get(path);
    await next.body?.cancel();
    return next.status === 200 ? true : undefined;
  });
});
