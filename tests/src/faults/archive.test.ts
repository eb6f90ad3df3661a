/** Archives of many large files out of the real API process: in flat memory, known when broken, and no longer than somebody reads. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { metadataOf } from '@clearcut/projections/testing/events';
import { type ClearcutEvent, eventCodec } from '@clearcut/schemas/events/catalogue';
import type { Profile } from '@clearcut/schemas/identity/http';
import { BULK_MANIFEST, CORRUPT_MARKER } from '@clearcut/schemas/transaction/archive';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { RENDERER } from '@clearcut/schemas/transaction/save-events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '../support/person.ts';
import { eventually, startProduct, type Product } from '../support/product.ts';

const MIB = 1024 * 1024;
const FILES = 100;
const FILE_BYTES = (process.env['LONG_TESTS'] === '1' ? 16 : 4) * MIB;
/** More than the table of contents of the archive. */
const TAIL_BYTES = 32 * 1024;
const MOST_GROWTH = 100 * MIB;

let product: Product;
let database: Database;
let person: Person;
let profile: Profile;
let worker: number;

beforeAll(async () => {
  product = await startProduct();
  database = createDatabase(product.databaseUrl, { name: 'test' });
  person = createPerson(product.url);
  profile = await person.signUp('ada@example.com');
  // The pictures are made up, and it would work on them.
  worker = await product.childPid('inference-worker');
  process.kill(worker, 'SIGSTOP');
});
afterAll(async () => {
  process.kill(worker, 'SIGCONT');
  await database.close();
  await product.stop();
});

/** Pictures that are saved in HD, whose file is `bytes` random ones; resolves with their ids when they can be downloaded. */
async function savedPictures(count: number, bytes: number): Promise<{ ids: string[]; blob: string }> {
  const blobStore = await createDiskBlobStore({ directory: join(product.dataDir, 'blobs') });
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });
  const content = randomBytes(bytes);
  const blob = `transaction/${randomUUID()}/hd`;
  await blobStore.put(blob, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file: ImageBlob = { blob, sha256, bytes, mediaType: 'image/png', width: 4000, height: 3000 };
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) {
    const events = lifeOf(id, file);
    await eventStore.append(
      `transaction-${id}`,
      0,
      events.map((event) => ({
        id: randomUUID(),
        event,
        metadata: { ...metadataOf(1), occurredAt: new Date().toISOString() },
      })),
    );
  }
  await eventStore.close();
  const last = `/api/transaction/${ids.at(-1)}/`;
  await eventually(async () => ((await (await person.get(last)).text()).includes('"saveId"') ? true : undefined));
  return { ids, blob };
}

function lifeOf(transactionId: string, file: ImageBlob): ClearcutEvent[] {
  const { pk: userId, team_id: teamId } = profile;
  const step = { ...file, opId: randomUUID() };
  const save = { transactionId, saveId: randomUUID() };
  const model = { name: 'made-up', version: '1', sha256: file.sha256 };
  return [
    {
      type: 'ImageUploaded',
      data: {
        transactionId,
        owner: { kind: 'user', userId, teamId, sessionId: randomUUID() },
        source: 'file',
        original: step,
        batchId: randomUUID(),
      },
    },
    {
      type: 'BackgroundRemoved',
      data: { transactionId, resized: step, transformed: step, coarseMatte: file, model },
    },
    {
      type: 'HdSaveStarted',
      data: { ...save, opId: step.opId, pictureState: file.sha256, teamId, userId, credits: 1 },
    },
    { type: 'HdSaveCompleted', data: { ...save, file: step, renderer: RENDERER } },
  ];
}

const request = (ids: readonly string[]): Promise<Response> =>
  person.send('POST', '/api/transaction/download/bulk/high/', ids);

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Blobs that the API has open. */
async function openBlobs(): Promise<number> {
  const folder = `/proc/${await product.childPid('command-api')}/fd`;
  const links = await Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')));
  return links.filter((path) => path.includes('/blobs/')).length;
}

test(`${FILES} HD files of ${FILE_BYTES / MIB} MiB are packed without memory growing by ${MOST_GROWTH / MIB} MiB`, async () => {
  const { ids } = await savedPictures(FILES, FILE_BYTES);
  const api = await product.childPid('command-api');
  // What the first archive of a process brings into memory is there once.
  await (await request(ids.slice(0, 2))).arrayBuffer();
  const before = await residentBytes(api);
  let peak = before;
  let received = 0;
  let measuredAt = 0;
  let end = Buffer.alloc(0);
  const answer = await request(ids);
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    received += chunk.length;
    end = Buffer.concat([end.subarray(-TAIL_BYTES), chunk]);
    if (received - measuredAt < 4 * MIB) continue;
    measuredAt = received;
    peak = Math.max(peak, await residentBytes(api));
  }
  expect(received).toBeGreaterThan(FILES * FILE_BYTES);
  expect(end.includes(BULK_MANIFEST)).toBe(true);
  expect(end.includes(CORRUPT_MARKER)).toBe(false);
  expect(peak - before).toBeLessThan(MOST_GROWTH);
});

test('an archive with a damaged file ends with the marker', async () => {
  const { ids, blob } = await savedPictures(3, MIB);
  const path = join(product.dataDir, 'blobs', blob);
  const content = await readFile(path);
  content[MIB / 2] = (content[MIB / 2] ?? 0) ^ 1;
  await writeFile(path, content);
  const answer = await request(ids);
  expect(answer.status).toBe(200);
  const archive = Buffer.from(await answer.arrayBuffer());
  expect(String(archive.subarray(-CORRUPT_MARKER.length))).toBe(CORRUPT_MARKER);
});

test('a file that is cut short ends the archive with the marker', async () => {
  const { ids, blob } = await savedPictures(2, MIB);
  const path = join(product.dataDir, 'blobs', blob);
  await writeFile(path, (await readFile(path)).subarray(0, MIB / 2));
  const archive = Buffer.from(await (await request(ids)).arrayBuffer());
  expect(String(archive.subarray(-CORRUPT_MARKER.length))).toBe(CORRUPT_MARKER);
});

test('nothing more is read when nobody reads the archive any more', async () => {
  const { ids } = await savedPictures(20, FILE_BYTES);
  const answer = await request(ids);
  const reader = answer.body?.getReader();
  await reader?.read();
  expect(await openBlobs()).toBe(1);
  await reader?.cancel();
  await eventually(async () => ((await openBlobs()) === 0 ? true : undefined));
});
