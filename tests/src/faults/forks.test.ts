/**
 * Forks on the real stores: the picture stays unchanged, a repeat makes no second fork, and the fork outlives the
 * picture.
 */
import { randomUUID } from 'node:crypto';
import {
  createForker,
  createTransactionHandler,
  createTransactionReader,
  followChanges,
  type Forker,
  purge,
  type TransactionHandler,
} from '@clearcut/command-api/transaction';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { examples, metadataOf, opOf, owner, streamOf, uuidOf } from '@clearcut/projections/testing/events';
import { findTransaction } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caughtUp, install, type Installation } from './projections-harness.ts';

let installation: Installation;
let blobStore: BlobStore;
let handler: TransactionHandler;
let forker: Forker;
let isFull = false;
let stop: () => Promise<void>;

beforeEach(async () => {
  installation = await install();
  const { database, eventStore, dataDir } = installation;
  blobStore = await createDiskBlobStore({ directory: `${dataDir}/blobs` });
  handler = createTransactionHandler(eventStore);
  const log = createLogger('test', { logLevel: 'silent' });
  const changes = await followChanges(database);
  const reader = createTransactionReader({ database, changes, handler, log });
  isFull = false;
  const quotas = {
    refuse: () => (isFull ? Promise.reject(new CatalogueError('storage_quota_reached')) : Promise.resolve()),
    reached: () => Promise.resolve([]),
  };
  const admission = { refuse: () => Promise.resolve() };
  forker = createForker({ database, eventStore, blobStore, handler, reader, quotas, admission });
  await installation.startProjections();
  stop = () => changes.stop();
});
afterEach(async () => {
  await stop();
  await installation.remove();
});

/** Cut out, with a stroke, a colour and existing files. */
async function picture(name: string, uploadedAt = new Date()): Promise<string> {
  const id = uuidOf(name);
  const types = ['ImageUploaded', 'BackgroundRemoved', 'MatteRefined', 'MaskEdited', 'SettingsEdited'] as const;
  const events: TransactionEvent[] = types.map((type) => examples[type](id));
  const metadata = { ...metadataOf(0), occurredAt: uploadedAt.toISOString() };
  await installation.eventStore.append(
    streamOf(id),
    0,
    events.map((event) => ({ id: randomUUID(), event, metadata })),
  );
  for (const file of ['original', 'mask'])
    await blobStore.put(`transaction/${id}/${file}`, Buffer.from(`${name} ${file}`));
  await installation.database.query(
    `INSERT INTO identity.file_names (transaction_id, name, origin) VALUES ($1, 'mug.jpg', 'address')`,
    [id],
  );
  await caughtUp(installation.database);
  return id;
}

const fork = (from: string, id: string, askedModel: string | null = null) =>
  forker.fork({
    id,
    from,
    askedModel,
    by: 'owner',
    correlationId: 'test',
    actor: { kind: 'anonymous', id: owner.sessionId },
    address: '127.0.0.1',
  });

test("a fork has the picture's name, files and edits, and leaves its stream unchanged; a repeat makes no second one", async () => {
  const { database, eventStore } = installation;
  const from = await picture('first');
  const before = JSON.stringify(await eventStore.readStream(streamOf(from)));
  const id = randomUUID();
  const version = await fork(from, id);
  expect(await fork(from, id)).toBe(version);
  await expect(fork(from, id, 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  const types = (await eventStore.readStream(streamOf(id))).map(({ event }) => event.type);
  expect(types).toEqual(['ImageForked', 'SettingsEdited']);
  expect(JSON.stringify(await eventStore.readStream(streamOf(from)))).toBe(before);
  const [row, old] = [await findTransaction(database, id), await findTransaction(database, from)];
  expect(row).toMatchObject({
    status: 'PENDING',
    originalFileName: 'mug.jpg',
    forkOf: from,
    owner,
    createdAt: old?.createdAt,
  });
  expect(old?.forks).toEqual([id]);

  await purge({ database, blobStore }, from);
  expect((await blobStore.read(`transaction/${id}/original`)).toString()).toBe('first original');
  expect(opOf(from, 'settings')).not.toBe(row?.edits.headId);
});

test('no fork is made of a picture that is gone or pending, nor beyond a limit', async () => {
  const over = await picture('over', new Date(Date.now() - 25 * 3_600_000));
  await expect(fork(over, randomUUID())).rejects.toMatchObject({ code: 'image_expired' });
  await expect(fork(randomUUID(), randomUUID())).rejects.toMatchObject({ code: 'transaction_not_found' });
  const from = await picture('limited');
  isFull = true;
  await expect(fork(from, randomUUID())).rejects.toMatchObject({ code: 'storage_quota_reached' });
  isFull = false;
  // Its files vanish while being copied.
  await blobStore.deletePrefix(`transaction/${from}/`);
  const id = randomUUID();
  await expect(fork(from, id)).rejects.toMatchObject({ code: 'image_expired' });
  expect((await handler.load(id)).state).toBeNull();
});
