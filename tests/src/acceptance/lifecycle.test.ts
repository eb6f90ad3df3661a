import { randomUUID } from 'node:crypto';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { IMAGE_RESULTS } from '@clearcut/schemas/transaction/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, type Client, createClient, errorOf } from '../support/client.ts';
import { serverSentEvents } from '../support/event-source.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';

let product: Installation;
let client: Client;
beforeAll(async () => {
  product = await sharedInstallation();
  client = createClient(product.url, { clientId: 'owner-of-these-tests' });
});
afterAll(() => product.stop());

async function upload(name?: string): Promise<string> {
  const uploaded = await client.upload(await photo(), name === undefined ? {} : { name });
  return (await bodyOf<UploadAnswer>(uploaded)).id;
}

test('an upload can be read as soon as it is acknowledged', async () => {
  for (let round = 0; round < 3; round += 1) {
    const id = await upload();
    expect((await client.get(`/api/transaction/${id}`)).status).toBe(200);
  }
});

test('the event stream sends the state at once, then each change, and ends with the picture', async () => {
  const id = await upload();
  const answer = await client.get(`/api/transaction/${id}/events`);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const views = serverSentEvents<TransactionView>(answer);

  const seen: TransactionView[] = [];
  for await (const view of views) {
    seen.push(view);
    if (view.pipeline.improved !== undefined) {
      expect((await client.remove(`/api/transaction/${id}/`)).status).toBe(204);
    }
  }
  expect(seen[0]?.id).toBe(id);
  expect(seen.at(-1)).toMatchObject({ status: 'UPLOADED', pipeline: { improved: {} } });
  const statuses = seen.map(({ status }) => status);
  expect(statuses.lastIndexOf('PENDING')).toBeLessThan(statuses.indexOf('UPLOADED'));
  expect(new Set(seen.map((view) => JSON.stringify(view))).size).toBe(seen.length);
});

test('the cut-out is missing until it is made', async () => {
  const id = await upload();
  const answer = await client.get(`/api/transaction/${id}/download/low/`);
  // A fast machine may be done already.
  if (answer.ok) await answer.body?.cancel();
  else expect(await errorOf(answer)).toBe('409 image_not_ready');
});

test('deleting removes the picture, everything made from it and its name; the facts stay', async () => {
  const view = await client.process(await photo(), 'secret meeting.jpg');
  expect(await product.blobsOf(view.id)).not.toEqual([]);
  expect(await product.fileNames()).toContain('secret meeting.jpg');

  const removed = await client.remove(`/api/transaction/${view.id}/`);
  expect([removed.status, await removed.text()]).toEqual([204, '']);
  for (const path of ['', '/events', '/proxy/image/', '/download/low/']) {
    const answer = await client.get(`/api/transaction/${view.id}${path}`);
    expect(await errorOf(answer), path).toBe('404 transaction_not_found');
  }
  await expect.poll(() => product.blobsOf(view.id)).toEqual([]);
  await expect.poll(() => product.fileNames()).not.toContain('secret meeting.jpg');
  expect((await client.remove(`/api/transaction/${view.id}`)).status).toBe(204);
  const types = await product.eventTypes(view.id);
  expect(types.filter((type) => type === 'TransactionDeleted')).toHaveLength(1);
});

test('a picture deleted while it is processed leaves nothing behind', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => upload()));
  await Promise.all(ids.map((id) => client.remove(`/api/transaction/${id}/`)));
  await product.settled();
  for (const id of ids) {
    await expect.poll(() => product.blobsOf(id)).toEqual([]);
    expect((await product.eventTypes(id)).at(-1)).toBe('TransactionDeleted');
  }
});

test('files of a worker that died during a preview are removed with the picture', async () => {
  const { id } = await client.process(await photo());
  expect((await client.remove(`/api/transaction/${id}/`)).status).toBe(204);
  // The results of its other jobs would change what is there.
  await product.settled();
  await expect.poll(() => product.blobsOf(id)).toEqual([]);

  await product.blobStore.put(`transaction/${id}/edited`, Buffer.from('left behind'));
  const jobId = randomUUID();
  const subject = { kind: 'auto' };
  const about = { jobId, transactionId: id, correlationId: 'test', subject, kind: 'failed', job: 'render-preview' };
  const body = { ...about, target: randomUUID(), errorCode: 'background_removal_failed' };
  await product.messageBus.publish(IMAGE_RESULTS, [{ id: jobId, body }]);
  await product.settled();
  expect(await product.blobsOf(id)).toEqual([]);
});

test('a picture is gone after 24 hours, and answers 410', async () => {
  const view = await client.process(await photo());
  const [uploaded] = await product.eventStore.readStream(`transaction-${view.id}`);
  if (uploaded?.event.type !== 'ImageUploaded') throw new Error('There is no upload');

  // The same picture, uploaded by the same person a day and a minute ago.
  const transactionId = randomUUID();
  const longAgo = new Date(Date.now() - (24 * 60 + 1) * 60 * 1000).toISOString();
  const { owner, source, original } = uploaded.event.data;
  await product.eventStore.append(`transaction-${transactionId}`, 0, [
    {
      id: derivedId('test', transactionId),
      event: {
        type: 'ImageUploaded',
        data: { transactionId, owner, source, original, batchId: null, askedModel: null },
      },
      metadata: { ...uploaded.metadata, occurredAt: longAgo },
    },
  ]);

  // By the clock at once; in the log after the policy's next round, which a restart triggers.
  const path = `/api/transaction/${transactionId}`;
  for (const end of ['', '/events', '/proxy/image/', '/download/low/']) {
    expect(await errorOf(await client.get(path + end)), end).toBe('410 image_expired');
  }
  const late = await fetch(`${product.url}${path}/subject/`, {
    method: 'POST',
    headers: { 'client-id': 'owner-of-these-tests', 'content-type': 'application/json' },
    body: JSON.stringify({ point: [1, 1] }),
  });
  expect(await errorOf(late)).toBe('410 image_expired');
  expect(await product.eventTypes(transactionId)).not.toContain('SubjectChosen');
  const listed = async (): Promise<string[]> => {
    const answer = await client.get('/api/transaction/?pageSize=50');
    return (await bodyOf<{ transactions: TransactionView[] }>(answer)).transactions.map(({ id }) => id);
  };
  expect(await listed()).not.toContain(transactionId);
  await product.replace('command-api');
  await expect.poll(() => product.eventTypes(transactionId), { timeout: 60_000 }).toContain('ImageExpired');
  expect(await errorOf(await client.get(path))).toBe('410 image_expired');
  expect(await listed()).toContain(view.id);
  expect(await listed()).not.toContain(transactionId);
  expect(await product.eventTypes(view.id)).not.toContain('ImageExpired');
});
