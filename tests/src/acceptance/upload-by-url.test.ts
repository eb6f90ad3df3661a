import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rm } from 'node:fs/promises';
import { startCommandApi } from '@clearcut/command-api/compose/command-api';
import { createAdapters, type Adapters } from '@clearcut/platform/adapters';
import { loadConfig } from '@clearcut/platform/config/config';
import { migrateEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { migrateSubscribers } from '@clearcut/platform/event-store/subscriber';
import { migrateMessageBus } from '@clearcut/platform/message-bus/postgres/postgres-message-bus';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { newDataDir } from '../support/product.ts';
import { bodyOf, type Client, createClient, errorOf } from '../support/client.ts';
import { photo } from '../support/pictures.ts';

// The started product rightly fetches nothing from private networks; here the service runs with one host allowed.
let testDatabase: TestDatabase;
let adapters: Adapters;
let service: Awaited<ReturnType<typeof startCommandApi>>;
let pictures: Server;
let client: Client;
let address: string;
let picture: Buffer;
let fetched = 0;
const dataDir = newDataDir();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const config = loadConfig({ DATABASE_URL: testDatabase.url, DATA_DIR: dataDir, PORT: '0' });
  const log = createLogger('test', { logLevel: 'silent' });
  adapters = await createAdapters(config, log, 'test');
  const { database } = adapters;
  await migrateEventStore(database);
  await migrateMessageBus(database);
  await migrateSubscribers(database);
  const { signal } = new AbortController();
  const policy = {
    resolve: async (host: string) => [host === 'pictures.test' ? '127.0.0.1' : '10.0.0.1'],
    allowsAddress: (candidate: string) => candidate === '127.0.0.1',
    allowsPort: () => true,
  };
  service = await startCommandApi({ ...adapters, servers: [], config, log, signal }, { policy });
  client = createClient(`http://127.0.0.1:${service.port}`, { clientId: 'linker-of-these-tests' });

  picture = await photo();
  pictures = createServer((request, response) => {
    fetched += 1;
    if (request.url === '/inside') response.writeHead(302, { location: 'http://inside.test/' }).end();
    else if (request.url === '/text.png') response.end('This is text.');
    else response.writeHead(200, { 'content-type': 'text/html' }).end(picture);
  }).listen(0, '127.0.0.1');
  await once(pictures, 'listening');
  address = `http://pictures.test:${(pictures.address() as AddressInfo).port}`;
});
beforeEach(() => {
  fetched = 0;
});
afterAll(async () => {
  pictures.close();
  await service.stop();
  await adapters.close();
  await testDatabase.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const uploaded = async (id: string) => {
  const [recorded] = await adapters.eventStore.readStream(`transaction-${id}`);
  if (recorded?.event.type !== 'ImageUploaded') throw new Error('There is no upload');
  return recorded.event.data;
};

test('stores the picture at an address unchanged', async () => {
  const answer = await client.uploadUrl(`${address}/folder/My%20cat.jpg?size=large`);
  expect(answer.status).toBe(201);
  const { id } = await bodyOf<UploadAnswer>(answer);
  const { source, original } = await uploaded(id);
  expect(source).toBe('url');
  expect(original).toMatchObject({ mediaType: 'image/jpeg', width: 400, height: 300 });
  expect((await adapters.blobStore.read(original.blob)).equals(picture)).toBe(true);
  const names = await adapters.database.query('SELECT name FROM identity.file_names WHERE transaction_id = $1', [id]);
  expect(names).toEqual([{ name: 'My cat.jpg' }]);
  // The address may be personal: the log does not contain it.
  expect(JSON.stringify(await adapters.eventStore.readStream(`transaction-${id}`))).not.toContain('pictures.test');
});

test('answers a repeat with its key from memory, and refuses another address', async () => {
  const first = await client.uploadUrl(`${address}/a.jpg`, { idempotencyKey: 'key' });
  const again = await client.uploadUrl(`${address}/a.jpg`, { idempotencyKey: 'key' });
  expect([again.status, await again.text()]).toEqual([201, await first.text()]);
  expect(fetched).toBe(1);

  const other = await client.uploadUrl(`${address}/b.jpg`, { idempotencyKey: 'key' });
  expect(await errorOf(other)).toBe('422 idempotency_key_reused');
  const file = await client.upload(picture, { idempotencyKey: 'key' });
  expect(await errorOf(file)).toBe('422 idempotency_key_reused');
  expect(fetched).toBe(1);
});

test('20 simultaneous requests with one key are one upload', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.uploadUrl(`${address}/c.jpg`, { idempotencyKey: 'parallel' })),
  );
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(bodies).size).toBe(1);
  const { id } = JSON.parse(bodies[0] ?? '') as UploadAnswer;
  expect(await adapters.eventStore.readStream(`transaction-${id}`)).toHaveLength(1);
});

test('checks the file at an address like any upload', async () => {
  expect(await errorOf(await client.uploadUrl(`${address}/text.png`))).toBe('415 file_type_unsupported');
});

test('refuses a redirect into the internal network', async () => {
  expect(await errorOf(await client.uploadUrl(`${address}/inside`))).toBe('422 url_unreachable');
});
