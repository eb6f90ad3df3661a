/** A worker whose role and keys allow nothing but its jobs (deploy/rights). */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAccounts } from '@clearcut/command-api/accounts';
import { projectRoot } from '@clearcut/platform/config/project';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { migrateAll } from '@clearcut/platform/launcher/migrate-all';
import { replayPrefix } from '@clearcut/schemas/support/replay/replay';
import { REPLAY_JOBS, REPLAY_RESULTS } from '@clearcut/schemas/support/replay/jobs';
import { IMAGE_JOBS, IMAGE_RESULTS, imageJobSchema, type ImageResult } from '@clearcut/schemas/transaction/jobs';
import { WEBHOOK_DELIVERIES } from '@clearcut/schemas/webhooks/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAdapters, type OpenedAdapters } from '../support/adapters.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { photo } from '../support/pictures.ts';
import { ownNames } from '../support/servers/scale.ts';

const rights = (name: string): Promise<string> => readFile(join(projectRoot, 'deploy', 'rights', name), 'utf8');
const PASSWORD = 'of the worker';

let server: OwnPostgres;
let owner: Database;
let asWorker: Database;
let dataDir: string;
let adapters: OpenedAdapters;
let workerUrl: string;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  server = await startOwnPostgres({ sql: [`CREATE ROLE clearcut_worker LOGIN PASSWORD '${PASSWORD}';`] });
  await migrateAll(server.url);
  owner = createDatabase(server.url, { name: 'test' });
  await migrateAccounts(owner);
  // Twice, as when an installation is updated.
  for (let times = 0; times < 2; times++) await owner.query(await rights('worker.sql'));
  const url = new URL(server.url);
  url.username = 'clearcut_worker';
  url.password = PASSWORD;
  workerUrl = url.href;
  asWorker = createDatabase(workerUrl, { name: 'test' });
  dataDir = await mkdtemp(join(tmpdir(), 'clearcut-worker-rights-'));
  adapters = await openAdapters({ databaseUrl: server.url, dataDir });
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await adapters.close();
  await asWorker.close();
  await owner.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The bare process, without the rest of the product. */
function startWorker(): ChildProcess {
  return spawn(process.execPath, [join(projectRoot, 'inference-worker', 'src', 'main.ts')], {
    env: {
      ...process.env,
      ...ownNames(server.url),
      NODE_OPTIONS: '',
      DATABASE_URL: workerUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

test('a worker under its own role cuts out a picture, and its result arrives', async () => {
  const { blobStore, messageBus } = adapters;
  const [jobId, transactionId] = [randomUUID(), randomUUID()];
  const bytes = await photo({ width: 320, height: 240 });
  const blob = `transaction/${transactionId}/original`;
  await blobStore.put(blob, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const original = {
    blob,
    sha256,
    bytes: bytes.length,
    mediaType: 'image/jpeg',
    width: 320,
    height: 240,
    opId: randomUUID(),
  };
  const job = imageJobSchema.parse({
    kind: 'remove-background',
    jobId,
    transactionId,
    correlationId: 'test',
    original,
    subject: { kind: 'auto' },
    askedAt: null,
  });
  const result = new Promise<ImageResult>((resolve) => {
    messageBus.consume({
      topic: IMAGE_RESULTS,
      concurrency: 1,
      maxAttempts: 1,
      handler: async ({ body }) => (resolve(body as ImageResult), {}),
    });
  });
  worker = startWorker();
  await messageBus.publish(IMAGE_JOBS, [{ id: jobId, body: job, group: 'a' }]);
  expect(await result).toMatchObject({ kind: 'background-removed', jobId, transactionId });
  expect(await messageBus.deadLetterCount(IMAGE_JOBS)).toBe(0);
});

test.for([
  'SELECT * FROM identity.users',
  'SELECT * FROM event_store.event',
  'SELECT * FROM subscriptions.checkpoint',
  'CREATE TABLE message_bus.mine (id integer)',
  'ALTER TABLE message_bus.message DISABLE ROW LEVEL SECURITY',
])('refuses %s', async (statement) => {
  await expect(asWorker.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test('reads and writes only messages of its topics', async () => {
  const insert = `INSERT INTO message_bus.message (topic, id, sequence, priority, body) VALUES ($1, $2, 0, 0, '0')`;
  await owner.query(insert, [WEBHOOK_DELIVERIES, 'secret']);
  expect(await owner.query('SELECT FROM message_bus.message WHERE topic = $1', [WEBHOOK_DELIVERIES])).toHaveLength(1);
  expect(await asWorker.query('SELECT FROM message_bus.message WHERE topic = $1', [WEBHOOK_DELIVERIES])).toEqual([]);
  await expect(asWorker.query(insert, [WEBHOOK_DELIVERIES, 'forged'])).rejects.toThrow(/row-level security/);
  const sql = await rights('worker.sql');
  for (const topic of [IMAGE_JOBS, IMAGE_RESULTS, REPLAY_JOBS, REPLAY_RESULTS]) expect(sql).toContain(`'${topic}'`);
});

test('its policy for S3 has the folders that it reads and writes', async () => {
  const { Statement } = JSON.parse(await rights('worker-s3.json')) as { Statement: { Resource: string | string[] }[] };
  const folders = ['transaction/', replayPrefix('*').replace(/\*.*/, '')];
  expect(Statement[0]?.Resource).toEqual(folders.map((folder) => `arn:aws:s3:::clearcut/${folder}*`));
});
