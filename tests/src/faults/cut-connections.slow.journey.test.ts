/** People upload and save while all connections to a server are cut every one to three seconds. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { readSubscriberStatuses } from '@clearcut/platform/event-store/subscriber';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bodyOf, viewOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { startKafka } from '../support/servers/kafka.ts';
import { startKurrentDb } from '../support/servers/kurrentdb/kurrentdb.ts';
import { S3_CREDENTIALS, startS3Server } from '../support/servers/s3.ts';
import { whenAvailable } from '../support/servers/when-available.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const isLong = process.env['LONG_TESTS'] === '1';
const LASTS_MS = isLong ? 120_000 : 60_000;
const PEOPLE = 12;
const CREDITS = 1_000;
/** A subscriber's maximum lag after a cut. */
const MAX_BEHIND_SECONDS = 15;
const SERVICES = ['command-api', 'projections', 'inference-worker'] as const;

async function proxied(target: { host: string; port: number }): Promise<TcpProxy> {
  const proxy = await startTcpProxy(target);
  onTestFinished(() => proxy.close());
  return proxy;
}

interface Cuttable {
  readonly proxy: TcpProxy;
  readonly env: Record<string, string>;
}

async function databaseBehindProxy(): Promise<Cuttable> {
  const testDatabase = await createTestDatabase();
  onTestFinished(() => testDatabase.drop());
  const at = new URL(testDatabase.url);
  const proxy = await proxied({ host: at.hostname, port: Number(at.port) });
  at.host = `127.0.0.1:${proxy.port}`;
  return { proxy, env: { DATABASE_URL: at.href } };
}

/** Undefined where the server is unavailable. */
const SERVERS: Record<string, () => Promise<Cuttable | undefined>> = {
  log: async () => {
    const server = await startKurrentDb();
    onTestFinished(() => server.stop());
    const proxy = await proxied(server);
    return { proxy, env: { EVENT_STORE_URL: `esdb://127.0.0.1:${proxy.port}?tls=false` } };
  },
  database: databaseBehindProxy,
  bus: async () => {
    let proxy: TcpProxy | undefined;
    const server = await whenAvailable('Kafka', () =>
      startKafka(async (port) => {
        proxy = await proxied({ host: '127.0.0.1', port });
        return proxy.port;
      }),
    );
    if (server === undefined || proxy === undefined) return undefined;
    onTestFinished(() => server.stop());
    return { proxy, env: { KAFKA_BROKERS: server.brokers } };
  },
  blobs: async () => {
    const server = await whenAvailable('S3', () => startS3Server());
    if (server === undefined) return undefined;
    onTestFinished(() => server.stop());
    // The test reads the bucket as well.
    for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const at = new URL(server.endpoint);
    const proxy = await proxied({ host: at.hostname, port: Number(at.port) });
    const url = server.url.replace(at.host, `127.0.0.1:${proxy.port}`);
    return { proxy, env: { ...S3_CREDENTIALS, BLOB_STORE_URL: url } };
  },
};

/** Retries a request until the answer is not a temporary 503. */
async function answered(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await answer.text();
    await delay(300);
  }
}

/** Uploads and saves one picture despite cuts. */
async function saveOne(product: Installation, { person }: Saver, bytes: Uint8Array): Promise<void> {
  const key = randomUUID();
  const uploaded = await answered(() =>
    fetch(`${product.url}/api/transaction/?originalFileName=photo.jpg`, {
      method: 'POST',
      headers: {
        'client-id': person.clientId,
        cookie: `clearcut_session=${person.session()}`,
        'idempotency-key': key,
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(bytes),
    }),
  );
  expect([200, 201]).toContain(uploaded.status);
  const { id } = await bodyOf<UploadAnswer>(uploaded);
  while ((await viewOf(await person.get(`/api/transaction/${id}`)))?.pipeline.improved === undefined) await delay(300);
  const saved = await answered(() =>
    person.send('POST', `/api/transaction/${id}/save/`, {}, { 'idempotency-key': key }),
  );
  expect(saved.status, await saved.clone().text()).toBe(200);
}

test.for(isLong ? ['log', 'database', 'bus', 'blobs'] : ['log'])(
  `${PEOPLE} users while connections to the %s are cut: every save ends, and each costs one credit`,
  { timeout: LASTS_MS + 240_000 },
  async (name, context) => {
    const server = await SERVERS[name]?.();
    if (server === undefined) return context.skip();
    const { proxy, env } = server;
    const product = await startInstallation({ ...env, UPLOADS_PER_MINUTE: '1000000' });
    onTestFinished(() => product.stop());
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => newSaver(product, CREDITS)));
    const bytes = await photo({ width: 120, height: 90 });
    const pids = await Promise.all(SERVICES.map((service) => product.childPid(service)));

    const end = performance.now() + LASTS_MS;
    const isOver = (): boolean => performance.now() >= end;
    let cuts = 0;
    let mostBehind = 0;
    const cutting = (async () => {
      while (!isOver()) {
        await delay(1_000 + Math.random() * 2_000);
        proxy.cutAll();
        cuts += 1;
      }
    })();
    const watching = (async () => {
      while (!isOver()) {
        await delay(1_000);
        // The test's own connections are cut as well.
        const statuses = await readSubscriberStatuses(product.database).catch(() => []);
        mostBehind = Math.max(mostBehind, ...statuses.map(({ lagSeconds }) => lagSeconds));
        const wrong = statuses.filter(({ state }) => state === 'halted' || state === 'stalled');
        expect(wrong).toEqual([]);
      }
    })();
    const saves = await Promise.all(
      people.map(async (saver) => {
        let count = 0;
        for (; !isOver(); count++) await saveOne(product, saver, bytes);
        return { saver, count };
      }),
    );
    await Promise.all([cutting, watching]);

    for (const { saver, count } of saves) {
      expect(count).toBeGreaterThan(0);
      const pool = await product.eventStore.readStream(`creditPool-${saver.teamId}`);
      expect(pool.filter(({ event }) => event.type === 'CreditsSpent')).toHaveLength(count);
    }
    expect(cuts).toBeGreaterThan(LASTS_MS / 4_000);
    expect(await Promise.all(SERVICES.map((service) => product.childPid(service)))).toEqual(pids);
    expect(mostBehind).toBeLessThan(MAX_BEHIND_SECONDS);
    process.stderr.write(
      `${cuts} cuts, ${saves.reduce((sum, { count }) => sum + count, 0)} saves, ${mostBehind.toFixed(1)} s behind at most\n`,
    );
  },
);

test.runIf(isLong)(
  'the product continues after connections to the database froze without a sign',
  { timeout: 300_000 },
  async () => {
    const { proxy, env } = await databaseBehindProxy();
    const product = await startInstallation({ ...env, UPLOADS_PER_MINUTE: '1000000' });
    onTestFinished(() => product.stop());
    const saver = await newSaver(product, CREDITS);
    const bytes = await photo({ width: 120, height: 90 });
    const secondsOfOne = async (): Promise<number> => {
      const started = performance.now();
      await saveOne(product, saver, bytes);
      return (performance.now() - started) / 1_000;
    };
    const usual = await secondsOfOne();
    const frozen: number[] = [];
    for (let n = 0; n < 2; n++) {
      proxy.freeze();
      frozen.push(await secondsOfOne());
    }
    process.stderr.write(
      `Seconds of a save: ${usual.toFixed(1)}, frozen ${frozen.map((s) => s.toFixed(1)).join(' ')}\n`,
    );
    const pool = await product.eventStore.readStream(`creditPool-${saver.teamId}`);
    expect(pool.filter(({ event }) => event.type === 'CreditsSpent')).toHaveLength(3);
    // Below the 41 s of waiting for an answer that never comes.
    expect(Math.max(...frozen)).toBeLessThan(usual + 25);
  },
);
