/**
 * Another cut-out of a picture: offered when there is a newer model, made by the owner or by staff, and a picture of
 * its own.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_MODEL } from '@clearcut/inference-worker/models/default-model';
import { chooseModel } from '@clearcut/inference-worker/models/library';
import { installedModels } from '@clearcut/platform/installed-models';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import type { PictureFacts, SeenModelView } from '@clearcut/schemas/support/http';
import type { SecurityEntry } from '@clearcut/schemas/security/http';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { installOtherModel } from '../support/other-model.ts';
import { mailTo } from '../support/person.ts';
import { photo, whiteMask } from '../support/pictures.ts';
import { eventually, newDataDir } from '../support/product.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { newStaff, type Staff } from '../support/staff.ts';

const NEWER = 'newer-one';
const SIZE = { width: 320, height: 240 };
const REASON = 'The hair is cut off';
const BOX = { x: 20, y: 30, width: 40, height: 30 };

let dataDir: string;
let product: Installation;
let saver: Saver;
let support: Staff;
let operations: Staff;
/** Cut out by the earlier model, with a stroke, a colour and an undone colour. */
let old: TransactionView;
let sha256: string;

beforeAll(async () => {
  dataDir = newDataDir();
  await mkdir(dataDir);
  product = await startInstallation({ MODEL: '' }, dataDir);
  saver = await newSaver(product, 5);
  support = await newStaff(product, 'support');
  operations = await newStaff(product, 'operations');
  const { id } = await saver.cutOut(await photo(SIZE), 'mug.jpg');
  await stroke(id);
  await colour(id, '#336699');
  await colour(id, '#ffcc00');
  const { undoId } = (await viewOf(id)).edits;
  expect((await saver.person.send('POST', `/api/transaction/${id}/op/${undoId}/restore`)).status).toBe(200);
  await product.settled();
  old = await viewOf(id);
  sha256 = await installOtherModel(dataDir, NEWER);
  await chooseModel(dataDir, NEWER);
  await product.replace('inference-worker');
});
afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true });
});

const viewOf = async (id: string): Promise<TransactionView> =>
  bodyOf<TransactionView>(await saver.person.get(`/api/transaction/${id}`));

async function colour(id: string, color: string): Promise<void> {
  const settings = { background: { ...TRANSPARENT, color } };
  expect((await saver.person.send('POST', `/api/transaction/${id}/edit`, settings)).status).toBe(200);
}

async function stroke(id: string): Promise<void> {
  const answer = await fetch(
    `${product.url}/api/transaction/${id}/erase/?boundingBox=${Object.values(BOX).join(',')}`,
    {
      method: 'POST',
      headers: {
        'client-id': saver.person.clientId,
        cookie: `clearcut_session=${saver.person.session()}`,
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(await whiteMask(BOX)),
    },
  );
  expect(answer.status).toBe(200);
}

const fork = (id: string, key: string = randomUUID(), headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${product.url}/api/transaction/${id}/fork/`, {
    method: 'POST',
    headers: {
      'client-id': saver.person.clientId,
      cookie: `clearcut_session=${saver.person.session()}`,
      'idempotency-key': key,
      ...headers,
    },
  });

async function forked(id: string): Promise<TransactionView> {
  const answer = await fork(id);
  expect(answer.status).toBe(201);
  return bodyOf<TransactionView>(answer);
}

const finished = (id: string): Promise<TransactionView> =>
  eventually(async () => {
    const view = await viewOf(id);
    const isDone = view.pipeline.improved !== undefined && view.pipeline['edited:low'] !== undefined;
    return isDone || view.status === 'UPLOAD_ERROR' ? view : undefined;
  });

const streamOf = async (id: string): Promise<string> =>
  JSON.stringify(await product.eventStore.readStream(`transaction-${id}`));

const modelOf = async (id: string): Promise<string | undefined> =>
  (await product.eventStore.readStream(`transaction-${id}`)).flatMap(({ event }) =>
    event.type === 'BackgroundRemoved' ? [event.data.model.sha256] : [],
  )[0];

test('a newer model is offered for a picture; its cut-out is a separate picture, and the first one is unchanged', async () => {
  expect((await viewOf(old.id)).betterModel).toBeNull();
  const fresh = await saver.cutOut(await photo({ width: 200, height: 150 }));
  const offered = await eventually(async () => {
    const view = await viewOf(old.id);
    return view.betterModel === null ? undefined : view;
  });
  expect(offered.betterModel).toEqual({ name: NEWER, version: '2' });
  expect((await viewOf(fresh.id)).betterModel).toBeNull();
  await product.settled();
  const before = await streamOf(old.id);

  const key = randomUUID();
  const first = await fork(old.id, key);
  expect(first.status).toBe(201);
  const { id } = await bodyOf<TransactionView>(first);
  expect((await bodyOf<TransactionView>(await fork(old.id, key))).id).toBe(id);
  const made = await finished(id);
  expect(made).toMatchObject({
    originalFileName: 'mug.jpg',
    forkOf: old.id,
    forks: [],
    betterModel: null,
    save: null,
    settings: old.settings,
    subject: old.subject,
    // Expires with the original picture.
    createdAt: old.createdAt,
    expiresAt: old.expiresAt,
  });
  expect(made.edits.masks.map(({ mode, box }) => ({ mode, box }))).toEqual([{ mode: 'erase', box: BOX }]);
  expect(await modelOf(id)).toBe(sha256);
  await product.settled();
  expect(await streamOf(old.id)).toBe(before);
  expect(await viewOf(old.id)).toMatchObject({ forks: [id], betterModel: null, edits: old.edits });

  // Saved like any other picture.
  expect((await saver.save(id)).receipt.saveId).toBeDefined();
  const spent = (await product.typesOf(`creditPool-${saver.teamId}`)).filter((type) => type === 'CreditsSpent');
  expect(spent).toHaveLength(1);
});

test('a deleted picture’s other cut-out keeps its own files', async () => {
  const { id: from } = await saver.cutOut(await photo(SIZE));
  await stroke(from);
  const { id } = await forked(from);
  expect((await saver.person.send('DELETE', `/api/transaction/${from}/`)).status).toBe(204);
  await eventually(async () => {
    // Its folder may vanish while it is read.
    const left = await product.blobsOf(from).catch(() => undefined);
    return left?.length === 0 ? true : undefined;
  });
  expect(await finished(id)).toMatchObject({ status: 'UPLOADED', forkOf: null });
  const original = await saver.person.get(`/api/transaction/${id}/proxy/image/`);
  expect(original.status).toBe(200);
  expect((await saver.save(id)).receipt.saveId).toBeDefined();
  expect(await errorOf(await fork(from))).toBe('404 transaction_not_found');
});

test('only its owner, and staff of two roles, make another cut-out', async () => {
  const stranger = await newSaver(product, 0);
  const asStranger = { 'client-id': stranger.person.clientId, cookie: `clearcut_session=${stranger.person.session()}` };
  expect(await errorOf(await fork(old.id, randomUUID(), asStranger))).toBe('404 transaction_not_found');
  expect(await errorOf(await fork(randomUUID()))).toBe('404 transaction_not_found');
});

const ask = (staff: Staff, id: string, body: object): Promise<Response> =>
  staff.send('POST', `/api/staff/pictures/${id}/forks/`, body);

test('staff choose among the logged models, with a reason that the team reads; the customer gets the cut-out, and staff no pixel', async () => {
  const models = await bodyOf<SeenModelView[]>(await operations.get('/api/staff/models/'));
  expect(models.map(({ name, isCurrent }) => ({ name, isCurrent }))).toEqual([
    { name: NEWER, isCurrent: true },
    { name: DEFAULT_MODEL, isCurrent: false },
  ]);
  const forkId = randomUUID();
  const body = { forkId, model: DEFAULT_MODEL, reason: REASON };
  expect(await errorOf(await ask(support, old.id, { ...body, model: 'never-seen' }))).toBe('409 model_missing');
  expect(await errorOf(await ask(support, old.id, { ...body, reason: '' }))).toBe('400 validation_failed');
  expect((await ask(operations, old.id, body)).status).toBe(201);
  expect((await ask(operations, old.id, body)).status).toBe(201);
  const made = await finished(forkId);
  expect(made).toMatchObject({ status: 'UPLOADED', forkOf: old.id, betterModel: null, isBySupport: true });
  expect((await viewOf(old.id)).isBySupport).toBe(false);
  const mail = await mailTo(product.url, (await saver.person.me())?.email ?? '', /another cut-out/);
  expect(mail.text).toContain('mug.jpg');
  expect(mail.text).toContain('/app/my-images');
  // The chosen model, which does not replace the default for new pictures.
  expect(await modelOf(forkId)).not.toBe(sha256);
  const after = await bodyOf<SeenModelView[]>(await support.get('/api/staff/models/'));
  expect(after.find(({ isCurrent }) => isCurrent)?.name).toBe(NEWER);

  const facts = await bodyOf<PictureFacts>(await support.get(`/api/staff/pictures/${forkId}/`));
  expect(facts).toMatchObject({ forkedFrom: old.id, forks: [], uploadedAt: old.createdAt });
  expect(facts.events[0]).toMatchObject({ type: 'ImageForked', actor: { kind: 'staff', id: operations.id } });
  expect((await bodyOf<PictureFacts>(await support.get(`/api/staff/pictures/${old.id}/`))).forks).toContain(forkId);
  expect(await errorOf(await support.get(`/api/staff/pictures/${forkId}/files/${facts.sha256}/`))).toBe(
    '403 access_not_granted',
  );
  await eventually(async () => {
    const log = await bodyOf<SecurityEntry[]>(await saver.person.get('/api/admin/security-log/'));
    return log.some(({ detail }) => detail === REASON) ? true : undefined;
  });
  const auditor = await newStaff(product, 'auditor');
  const audit = await bodyOf<AuditEntry[]>(await auditor.get('/api/staff/audit/'));
  expect(audit.find(({ action }) => action === 'fork-picture')).toMatchObject({
    target: old.id,
    reason: REASON,
  });
});

test('regression: a refused fork leaves no line in the staff log', async () => {
  const { id: forkId } = await forked(old.id);
  const body = { model: DEFAULT_MODEL, reason: 'Refused' };
  expect(await errorOf(await ask(support, old.id, { ...body, forkId }))).toBe('422 idempotency_key_reused');
  const reason = 'Not refused';
  expect((await ask(support, old.id, { ...body, forkId: randomUUID(), reason })).status).toBe(201);
  const auditor = await newStaff(product, 'auditor');
  const reasons = await eventually(async () => {
    const audit = await bodyOf<AuditEntry[]>(await auditor.get('/api/staff/audit/'));
    const seen = audit.map((entry) => entry.reason);
    return seen.includes(reason) ? seen : undefined;
  });
  expect(reasons).not.toContain('Refused');
});

test('a chosen model that is no longer available fails with a clear message and is not retried', async () => {
  await chooseModel(dataDir, DEFAULT_MODEL);
  await rm(path.join(installedModels(dataDir), NEWER), { recursive: true });
  await product.replace('inference-worker');
  const forkId = randomUUID();
  expect((await ask(support, old.id, { forkId, model: NEWER, reason: REASON })).status).toBe(201);
  const made = await finished(forkId);
  expect(made).toMatchObject({ status: 'UPLOAD_ERROR', error: { errorCode: 'model_missing' } });
});
