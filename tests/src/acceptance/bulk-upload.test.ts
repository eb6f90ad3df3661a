/** Bulk uploads: access, and finding them again. */
import { randomUUID } from 'node:crypto';
import type { BillingInfo } from '@clearcut/schemas/billing/http';
import { BULK_MAX_IMAGES } from '@clearcut/schemas/constants';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { dropJobs, holdJobs } from '../support/held-jobs.ts';
import { type Installation, startInstallation, sharedInstallation } from '../support/installation.ts';
import { createPerson, type Person } from '../support/person.ts';
import { photo } from '../support/pictures.ts';

interface Page {
  readonly transactions: TransactionView[];
  readonly total: number;
}

async function upload(product: Installation, person: Person, batchId?: string): Promise<Response> {
  const session = person.session();
  const query = batchId === undefined ? '' : `?batchId=${batchId}`;
  return fetch(`${product.url}/api/transaction/${query}`, {
    method: 'POST',
    headers: {
      'client-id': person.clientId,
      'content-type': 'application/octet-stream',
      ...(session === undefined ? {} : { cookie: `clearcut_session=${session}` }),
    },
    body: new Uint8Array(await photo({ width: 64, height: 48 })),
  });
}

async function newPerson(product: Installation): Promise<Person> {
  const person = createPerson(product.url);
  await person.signUp(`${randomUUID()}@example.com`);
  return person;
}

describe('in every plan', () => {
  let product: Installation;
  let release: () => Promise<void>;
  beforeAll(async () => {
    product = await sharedInstallation();
    // Nothing here looks at a cut-out.
    release = await holdJobs(product.database);
  });
  afterAll(async () => {
    await dropJobs(product.database);
    await release();
    await product.stop();
  });

  test('a batch has at most 100 pictures, even when many are sent at once', async () => {
    const person = await newPerson(product);
    const batchId = randomUUID();
    const codes: string[] = [];
    for (let sent = 0; sent < BULK_MAX_IMAGES + 5; sent += 15) {
      const answers = await Promise.all(Array.from({ length: 15 }, () => upload(product, person, batchId)));
      for (const answer of answers) if (answer.status !== 201) codes.push(await errorOf(answer));
    }
    expect(codes).toEqual(Array(5).fill('409 bulk_full'));
    expect((await upload(product, person, randomUUID())).status).toBe(201);
    expect((await upload(product, person)).status).toBe(201);
  });

  test("lists a batch's pictures page by page, newest first", async () => {
    const person = await newPerson(product);
    const [batchId, other] = [randomUUID(), randomUUID()];
    const ids: string[] = [];
    for (const batch of [batchId, other, batchId, undefined, batchId]) {
      const answer = await upload(product, person, batch);
      expect(answer.status).toBe(201);
      ids.push((await bodyOf<UploadAnswer>(answer)).id);
    }
    const newestFirst = ids.toReversed();
    const page = async (query: string): Promise<{ ids: string[]; total: number }> => {
      const { transactions, total } = await bodyOf<Page>(await person.get(`/api/transaction/?${query}`));
      return { ids: transactions.map(({ id }) => id), total };
    };
    expect(await page('pageSize=2')).toEqual({ ids: newestFirst.slice(0, 2), total: 5 });
    expect(await page('pageSize=2&page=3')).toEqual({ ids: newestFirst.slice(4), total: 5 });
    expect(await page('pageSize=2&page=4')).toEqual({ ids: [], total: 5 });
    const ofBatch = [ids[4], ids[2], ids[0]];
    expect(await page(`batchId=${batchId.toUpperCase()}`)).toEqual({ ids: ofBatch, total: 3 });
    expect(await page(`batchId=${batchId}&pageSize=1&page=2`)).toEqual({ ids: [ids[2]], total: 3 });
    expect(await page(`batchId=${randomUUID()}`)).toEqual({ ids: [], total: 0 });
    const { transactions } = await bodyOf<Page>(await person.get(`/api/transaction/?batchId=${batchId}`));
    expect(new Set(transactions.map((view) => view.batchId))).toEqual(new Set([batchId]));

    expect((await person.send('DELETE', `/api/transaction/${ids[2]}/`)).status).toBe(204);
    expect(await page(`batchId=${batchId}`)).toEqual({ ids: [ids[4], ids[0]], total: 2 });
    for (const query of ['page=0', 'pageSize=101', 'batchId=mine', 'page=1.5']) {
      expect(await errorOf(await person.get(`/api/transaction/?${query}`)), query).toBe('400 validation_failed');
    }
  });

  test('a batch is listed by its owner only', async () => {
    const [one, two] = [await newPerson(product), await newPerson(product)];
    const batchId = randomUUID();
    await upload(product, one, batchId);
    expect(await bodyOf(await two.get(`/api/transaction/?batchId=${batchId}`))).toEqual({ transactions: [], total: 0 });
  });

  test('requires a login, and a refusal leaves nothing behind', async () => {
    const visitor = createPerson(product.url);
    const before = await product.uploads();
    expect(await errorOf(await upload(product, visitor, randomUUID()))).toBe('401 not_logged_in');
    expect(await product.uploads()).toEqual(before);
    expect((await upload(product, visitor)).status).toBe(201);
  });
});

test('a plan without bulk upload takes pictures one by one', async () => {
  const product = await startInstallation({ BULK_UPLOAD_PLANS: 'business' });
  try {
    const person = await newPerson(product);
    expect(await bodyOf<BillingInfo>(await person.get('/api/billing'))).toMatchObject({
      features: { bulkUpload: false },
    });
    expect(await errorOf(await upload(product, person, randomUUID()))).toBe('403 bulk_not_in_plan');
    expect(await product.uploads()).toEqual([]);
    expect((await upload(product, person)).status).toBe(201);
  } finally {
    await product.stop();
  }
});
