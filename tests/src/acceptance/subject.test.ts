import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, createClient, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { twins, unseen } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';

const credentials = { 'client-id': 'chooser-of-these-tests' };
let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

async function upload(bytes: Uint8Array, query = ''): Promise<string> {
  const answer = await fetch(`${product.url}/api/transaction/?originalFileName=twins.jpg${query}`, {
    method: 'POST',
    headers: { ...credentials, 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  });
  expect(answer.status).toBe(201);
  return (await bodyOf<UploadAnswer>(answer)).id;
}

const choose = (id: string, body: unknown, headers: Record<string, string> = credentials): Promise<Response> =>
  fetch(`${product.url}/api/transaction/${id}/subject/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const client = () => createClient(product.url, { clientId: 'chooser-of-these-tests' });

/** After refinement. */
const finished = (id: string): Promise<TransactionView> =>
  eventually(async () => {
    const view = await bodyOf<TransactionView>(await client().get(`/api/transaction/${id}`));
    return view.status === 'UPLOAD_ERROR' || view.pipeline.improved !== undefined ? view : undefined;
  });

/** Share of each half of the cut-out that is kept. */
async function keptHalves(id: string): Promise<{ left: number; right: number }> {
  const bytes = await (await client().get(`/api/transaction/${id}/download/low/`)).arrayBuffer();
  const { data, info } = await sharp(bytes).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  const kept = { left: 0, right: 0 };
  data.forEach((alpha, i) => {
    kept[i % info.width < info.width / 2 ? 'left' : 'right'] += alpha / 255 / (data.length / 2);
  });
  return kept;
}

test('a click keeps the thing that was clicked and removes its twin', async () => {
  const id = await upload(await twins());
  await finished(id);
  const both = await keptHalves(id);
  expect(Math.min(both.left, both.right)).toBeGreaterThan(0.1);

  const answer = await choose(id, { point: [600, 220] });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: 'PENDING', subject: { kind: 'point', x: 600, y: 220 } });
  expect(await finished(id)).toMatchObject({ status: 'UPLOADED', subject: { kind: 'point' } });
  const right = await keptHalves(id);
  expect(right.left).toBeLessThan(0.005);
  expect(right.right).toBeGreaterThan(0.8 * both.right);

  // Back to both.
  await choose(id, { type: 'auto' });
  await finished(id);
  expect(await keptHalves(id)).toEqual(both);
});

test('a box at the upload keeps what is inside', async () => {
  const id = await upload(await twins(), '&roi=60,10,340,430');
  expect(await finished(id)).toMatchObject({ subject: { kind: 'box', x: 60, y: 10, width: 280, height: 420 } });
  const kept = await keptHalves(id);
  expect(kept.left).toBeGreaterThan(0.1);
  expect(kept.right).toBeLessThan(0.005);
});

test('coordinates refer to the picture as displayed', async () => {
  // Stored sideways, with the EXIF orientation that turns it upright.
  const lying = await sharp(await twins())
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const id = await upload(lying, '&point=600,220');
  expect(await finished(id)).toMatchObject({ status: 'UPLOADED', width: 800, height: 440 });
  const kept = await keptHalves(id);
  expect(kept.right).toBeGreaterThan(0.1);
  expect(kept.left).toBeLessThan(0.005);
});

test('a subject that the model misses is guessed, marked as a guess, and can be selected', async () => {
  const id = await upload(await unseen());
  expect(await finished(id)).toMatchObject({ status: 'UPLOADED', isGuess: true, subject: { kind: 'auto' } });
  const bytes = await (await client().get(`/api/transaction/${id}/download/low/`)).arrayBuffer();
  const { data, info } = await sharp(bytes).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  const alphaAt = (x: number, y: number) => data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)];
  expect(alphaAt(300 / 600, 220 / 400)).toBeGreaterThan(128);
  for (const [x, y] of [
    [0.1, 0.2],
    [0.9, 0.2],
    [0.5, 0.95],
    [0.1, 0.9],
  ] as const) {
    expect(alphaAt(x, y)).toBeLessThan(25);
  }
  // Marking settles the guess, with a certain subject or with another guess.
  expect(await bodyOf(await choose(id, { roi: [225, 145, 375, 295] }))).toMatchObject({ isGuess: false });
  expect(await finished(id)).toMatchObject({ status: 'UPLOADED', subject: { kind: 'box' } });

  // A subject seen by the model is not a guess.
  expect(await finished(await upload(await twins()))).toMatchObject({ isGuess: false });
});

test('an empty place gives no subject, and a better choice fixes that', async () => {
  const plain = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ded9d0' } })
    .jpeg()
    .toBuffer();
  const id = await upload(plain, '&point=150,100');
  expect(await finished(id)).toMatchObject({
    status: 'UPLOAD_ERROR',
    error: { errorCode: 'subject_not_found' },
  });
  expect((await choose(id, { type: 'auto' })).status).toBe(200);
});

test('regression: the response to a choice is never the old cut-out, however late the read model is', async () => {
  const id = await upload(await twins());
  await finished(id);
  const holder = await product.database.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE read_transaction.transaction IN EXCLUSIVE MODE');
    const answer = choose(id, { point: [600, 220] });
    await expect.poll(() => product.eventTypes(id)).toContain('SubjectChosen');
    // Longer than the wait where the answer does not depend on it.
    await sleep(1_500);
    await holder.query('COMMIT');
    expect(await bodyOf(await answer)).toMatchObject({ subject: { kind: 'point', x: 600, y: 220 } });
  } finally {
    await holder.end();
  }
});

test('refuses an invalid choice, and changes nothing', async () => {
  const id = await upload(await twins());
  const before = await finished(id);
  expect(await errorOf(await choose(id, { point: [800, 10] }))).toBe('422 subject_outside');
  expect(await errorOf(await choose(id, { roi: [0, 0, 8, 8] }))).toBe('422 subject_outside');
  for (const body of [
    { point: [1] },
    { roi: [9, 9, 1, 1] },
    { roi: [0, 0, 99, 99], point: [1, 1] },
    { type: 'car' },
    { box: [0, 0, 99, 99] },
    { point: [1, 1], kind: 'point' },
    [],
  ]) {
    expect(await errorOf(await choose(id, body))).toBe('400 validation_failed');
  }
  expect(await errorOf(await choose(id, { point: [1, 1] }, { 'client-id': 'stranger-of-these-tests' }))).toBe(
    '404 transaction_not_found',
  );
  const byUrl = await fetch(`${product.url}/api/transaction/url/`, {
    method: 'POST',
    headers: { ...credentials, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.org/a.jpg', roi: [9, 9, 1, 1] }),
  });
  expect(await errorOf(byUrl)).toBe('400 validation_failed');
  expect(await (await client().get(`/api/transaction/${id}`)).json()).toEqual(before);
});
