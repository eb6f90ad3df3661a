/**
 * The product on Kafka and S3, with several processes per service: a worker is killed, the broker restarts, an API
 * process stops under load. Each picture ends with one result, each save with one charge, and no request is refused.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSaver, savesOf, startSecondApi } from '../faults/saves-harness.ts';
import { differencesIn } from '../support/audits.ts';
import { startBeside } from '../support/beside.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { eventually, newDataDir } from '../support/product.ts';
import { type KafkaBroker, startKafka } from '../support/servers/kafka.ts';

const patient = { timeout: 400_000 };
const PICTURES = 8;

let broker: KafkaBroker;
let product: Installation;
let dataDir: string;

beforeAll(async () => {
  // A separate broker, since it stops midway.
  broker = await startKafka();
  process.env['KAFKA_BROKERS'] = broker.brokers;
  dataDir = newDataDir();
  product = await startInstallation({ UPLOADS_PER_MINUTE: '100000' }, dataDir);
}, 400_000);
afterAll(async () => {
  await product?.stop();
  await broker?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a worker killed and a broker restarted: each picture has one result, each save one charge', patient, async () => {
  const saver = await createSaver(product);
  await saver.grant(PICTURES);
  const second = await startBeside('inference-worker', { databaseUrl: product.databaseUrl, dataDir });
  try {
    const bytes = await photo({ width: 160, height: 120 });
    const uploads = Array.from({ length: PICTURES }, () => saver.upload(bytes));
    await eventually(async () => ((await product.uploads()).length === PICTURES ? true : undefined));
    await product.replace('inference-worker');
    await broker.halt();
    await broker.resume();
    const ids = await Promise.all(uploads);
    for (const id of ids) {
      const types = await product.eventTypes(id);
      expect(types).toEqual(expect.arrayContaining(['ImageUploaded', 'BackgroundRemoved', 'MatteRefined']));
      expect(types).toEqual([...new Set(types)]);
      expect((await product.blobsOf(id)).length).toBeGreaterThan(0);
    }
    const saves = await Promise.all(ids.slice(0, 4).map((id) => saver.save(id, '#336699')));
    expect(saves.map(({ status, charged }) => [status, charged])).toEqual(saves.map(() => [200, 1]));
    for (const id of ids.slice(0, 4)) expect(await savesOf(product, id)).toMatchObject({ spent: 1, completed: 1 });
    expect(await saver.balance()).toBe(PICTURES - 4);
    await product.settled();
    expect(await differencesIn(product)).toBeUndefined();
  } finally {
    second.kill('SIGKILL');
  }
});

test(
  'a standby of the projections takes over within 5 seconds when the active process is killed',
  patient,
  async () => {
    const standby = await startBeside('projections', { databaseUrl: product.databaseUrl, dataDir });
    try {
      const saver = await createSaver(product);
      await product.replace('projections');
      // The answer to a sign-up or an upload waits for the read model.
      const before = performance.now();
      await saver.grant(1);
      await eventually(async () => ((await saver.balance()) === 1 ? true : undefined));
      process.stderr.write(`\nThe read model went on after ${Math.round(performance.now() - before)} ms.\n`);
    } finally {
      standby.kill('SIGTERM');
      await once(standby, 'exit');
    }
  },
);

test('an API process stopped under load refuses no request that another can serve', patient, async () => {
  const saver = await createSaver(product);
  const bytes = await photo({ width: 64, height: 48 });
  const second = await startSecondApi(product, dataDir);
  const answers: (number | string)[] = [];
  const loading = new AbortController();
  const origins = [second.url, product.url];
  const readers = Array.from({ length: 4 }, async () => {
    while (!loading.signal.aborted) answers.push(await through(origins, 'GET', '/api/legal/none'));
  });
  const uploaders = Array.from({ length: 2 }, async () => {
    while (!loading.signal.aborted) answers.push(await through(origins, 'POST', '/api/transaction/', bytes));
  });
  await eventually(() => (answers.length > 100 ? true : undefined));
  await second.stop('SIGTERM');
  const stoppedAt = answers.length;
  await eventually(() => (answers.length > stoppedAt + 50 ? true : undefined));
  loading.abort();
  await Promise.all([...readers, ...uploaders]);
  expect(new Set(answers)).toEqual(new Set([201, 404]));
  expect(saver.teamId).not.toBe('');
});

const UNREACHABLE = 'unreachable';

/**
 * Acts as a proxy: a new connection each time, and the next process when one is unreachable or, which is harmless,
 * breaks off before it answers a GET. Returns the status, or the error.
 */
async function through(
  origins: readonly string[],
  method: string,
  path: string,
  body?: Buffer,
): Promise<number | string> {
  for (const origin of origins) {
    const status = await ask(origin, method, path, body);
    if (status !== UNREACHABLE) return status;
  }
  return 'no process is there';
}

function ask(origin: string, method: string, path: string, body?: Buffer): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { 'client-id': 'scale-test-client-id-of-its-own', 'content-type': 'application/octet-stream' };
    const outgoing = request(origin + path, { method, headers, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 'no status'));
      answer.once('error', (error) => resolve(`answer cut off: ${error.message}`));
    });
    outgoing.once('error', (error) => {
      const tryNext = ['ECONNREFUSED', ...(method === 'GET' ? ['ECONNRESET'] : [])];
      const isNext = 'code' in error && tryNext.includes(String(error.code));
      resolve(isNext ? UNREACHABLE : `${method} broken: ${error.message}`);
    });
    outgoing.end(body);
  });
}
