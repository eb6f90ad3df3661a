/** A full queue refuses pictures before it reads their bytes. */
import { randomUUID } from 'node:crypto';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, createClient, errorOf } from '../support/client.ts';
import { holdJobs } from '../support/held-jobs.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';

const MOST = 3;

let product: Installation;
beforeAll(async () => {
  product = await startInstallation({ MAX_QUEUE_LENGTH: `${MOST}` });
});
afterAll(() => product.stop());

test('refuses and stores no uploads while the queue is full, and accepts them when it is shorter', async () => {
  const client = createClient(product.url, { clientId: randomUUID() });
  const picture = await photo({ width: 64, height: 48 });
  const key = { idempotencyKey: randomUUID() };
  const release = await holdJobs(product.database);
  const taken = await bodyOf<UploadAnswer>(await client.upload(picture, key));
  for (let n = 1; n < MOST; n++) expect((await client.upload(picture)).status).toBe(201);
  await eventually(async () => ((await product.messageBus.depth(IMAGE_JOBS)) === MOST ? true : undefined));
  const before = { uploads: await product.uploads(), blobs: await product.blobs(), names: await product.fileNames() };

  // The API counts once a second; until then some more may enter.
  const refused = await eventually(async () => {
    const answer = await client.upload(new Uint8Array());
    return answer.status === 503 ? answer : undefined;
  });
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await errorOf(refused)).toBe('503 queue_full');
  expect(await errorOf(await client.upload(picture, { idempotencyKey: randomUUID() }))).toBe('503 queue_full');
  expect(await errorOf(await client.uploadUrl('https://example.com/a.png'))).toBe('503 queue_full');
  expect({
    uploads: await product.uploads(),
    blobs: await product.blobs(),
    names: await product.fileNames(),
  }).toEqual(before);
  expect(await product.spooled()).toEqual([]);

  // A retry of an accepted upload gets the first answer, and reading continues.
  expect(await bodyOf(await client.upload(picture, key))).toEqual(taken);
  expect((await client.get('/api/transaction/')).status).toBe(200);

  await release();
  await eventually(async () => ((await client.upload(picture)).status === 201 ? true : undefined));
});
