/**
 * Archives of many large files from the real API process: flat memory, marked when broken, and only while a client
 * reads.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { metadataOf } from '@clearcut/projections/testing/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Profile } from '@clearcut/schemas/identity/http';
import { BULK_MANIFEST, CORRUPT_MARKER } from '@clearcut/schemas/transaction/archive';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { RENDERER } from '@clearcut/schemas/transaction/scene/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAdapters, type OpenedAdapters } from '../support/adapters.ts';
import { createPerson, type Person } from '../support/person.ts';
import { eventually, startProduct, type Product } from '../support/product.ts';

const MIB = 1024 * 1024;
const FILES = 100;
const FILE_BYTES = (process.env['LONG_TESTS'] === '1' ? 16 : 4) * MIB;
/** More than the archive's table of contents. */
const TAIL_BYTES = 32 * 1024;
const MAX_GROWTH = 100 * MIB;

let product: Product;
let adapters: OpenedAdapters;
let person: Person;
let profile: Profile;
let worker: number;

beforeAll(async () => {
  product = await startProduct();
  const { databaseUrl, dataDir } = product;
  adapters = await openAdapters({ databaseUrl, dataDir, topicsOf: dataDir });
  person = createPerson(product.url);
  profile = await person.signUp('ada@example.com');
  // It would process the fake pictures.
  worker = await product.childPid('inference-worker');
  process.kill(worker, 'SIGSTOP');
});
afterAll(async () => {
  process.kill(worker, 'SIGCONT');
  await adapters.close();
  await product.stop();
});

/** Pictures saved in HD, with files of `bytes` random ones; resolves with their ids once downloadable. */
async function savedPictures(
  count: number,
  bytes: number,
): Promise<{ readonly ids: string[]; readonly blob: string; readonly content: Buffer }> {
  const { blobStore, eventStore } = adapters;
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
  const last = `/api/transaction/${ids.at(-1)}/`;
  await eventually(async () => ((await (await person.get(last)).text()).includes('"saveId"') ? true : undefined));
  return { ids, blob, content };
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
        askedModel: null,
      },
    },
    {
      type: 'BackgroundRemoved',
      data: {
        transactionId,
        resized: step,
        transformed: step,
        coarseMatte: file,
        model,
        isGuess: false,
        renderer: RENDERER,
      },
    },
    {
      type: 'HdSaveStarted',
      data: { ...save, opId: step.opId, pictureState: file.sha256, teamId, userId, credits: 1, isBulk: false },
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

test(`packs ${FILES} HD files of ${FILE_BYTES / MIB} MiB without memory growing by ${MAX_GROWTH / MIB} MiB`, async () => {
  const { ids } = await savedPictures(FILES, FILE_BYTES);
  const api = await product.childPid('command-api');
  // The first archive of a process loads things once.
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
  expect(peak - before).toBeLessThan(MAX_GROWTH);
});

test('an archive with a damaged file ends with the marker', async () => {
  const { ids, blob, content } = await savedPictures(3, MIB);
  content[MIB / 2] = (content[MIB / 2] ?? 0) ^ 1;
  await adapters.blobStore.put(blob, content);
  const answer = await request(ids);
  expect(answer.status).toBe(200);
  const archive = Buffer.from(await answer.arrayBuffer());
  expect(String(archive.subarray(-CORRUPT_MARKER.length))).toBe(CORRUPT_MARKER);
});

test('a truncated file ends the archive with the marker', async () => {
  const { ids, blob, content } = await savedPictures(2, MIB);
  await adapters.blobStore.put(blob, content.subarray(0, MIB / 2));
  const archive = Buffer.from(await (await request(ids)).arrayBuffer());
  expect(String(archive.subarray(-CORRUPT_MARKER.length))).toBe(CORRUPT_MARKER);
});

test('the server stops reading when the client does', async ({ skip }) => {
  skip(adapters.config.blobStore !== undefined, 'seen by the files that are open, and blobs in S3 are none');
  const { ids } = await savedPictures(20, FILE_BYTES);
  const answer = await request(ids);
  const reader = answer.body?.getReader();
  await reader?.read();
  // Between two blobs, none is open.
  await eventually(async () => ((await openBlobs()) === 1 ? true : undefined));
  await reader?.cancel();
  await eventually(async () => ((await openBlobs()) === 0 ? true : undefined));
});
