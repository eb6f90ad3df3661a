/** Pictures through the whole product while its processes die: none lost, none duplicated, none half there. */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Adapters } from '@clearcut/platform/adapters';
import { projectRoot } from '@clearcut/platform/config/project';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { IMAGE_JOBS, IMAGE_RESULTS } from '@clearcut/schemas/transaction/jobs';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { openAdapters } from '../support/adapters.ts';
import { bundledOptions } from '../support/bundles/options.ts';
import { bodyOf, createClient, type Client } from '../support/client.ts';
import { photo } from '../support/pictures.ts';
import { eventually, startProduct, type Product, type Service } from '../support/product.ts';
import { ownNames } from '../support/servers/scale.ts';

const SERVICES: readonly Service[] = ['command-api', 'projections', 'inference-worker'];
const WHOLE_LIFE = ['ImageUploaded', 'BackgroundRemoved', 'MatteRefined', 'RegionsMapped'];

let product: Product;
let adapters: Adapters;
let client: Client;

beforeEach(async () => {
  product = await startProduct({ env: { UPLOADS_PER_MINUTE: '1000000' } });
  const { databaseUrl, dataDir } = product;
  adapters = await openAdapters({ databaseUrl, dataDir, topicsOf: dataDir });
  client = createClient(product.url, { clientId: randomUUID() });
});
afterEach(async () => {
  await adapters.close();
  await product.stop();
});

async function upload(bytes: Uint8Array): Promise<string> {
  const answer = await client.upload(bytes);
  expect(answer.status).toBe(201);
  return (await bodyOf<UploadAnswer>(answer)).id;
}

/** A job on its first attempt at a worker. */
async function inHand(): Promise<{ id: string; kind: string } | undefined> {
  const rows = await adapters.database.query<{ id: string; kind: string }>(
    `SELECT id, body ->> 'kind' AS kind FROM message_bus.message
     WHERE topic = 'image-jobs' AND state = 'open' AND token IS NOT NULL AND attempts = 1`,
  );
  return rows[0];
}

async function depth(): Promise<number> {
  const depths = await Promise.all([IMAGE_JOBS, IMAGE_RESULTS].map((topic) => adapters.messageBus.depth(topic)));
  return depths.reduce((sum, depth) => sum + depth);
}

async function eventsOf(id: string): Promise<ClearcutEvent[]> {
  return (await adapters.eventStore.readStream(`transaction-${id}`)).map(({ event }) => event);
}

/** Waits for the end of a picture's processing; returns its events. */
async function lifeOf(id: string): Promise<string[]> {
  return eventually(async () => {
    const types = (await eventsOf(id)).map(({ type }) => type);
    const last = types.at(-1);
    return last === 'ImageUploaded' || last === 'BackgroundRemoved' ? undefined : types;
  });
}

/** Every blob named by an event exists completely. */
async function expectWholeBlobs(id: string): Promise<void> {
  const named = (await eventsOf(id)).flatMap((event) => {
    if (event.type === 'ImageUploaded') return [event.data.original];
    if (event.type === 'BackgroundRemoved') return [event.data.resized, event.data.transformed, event.data.coarseMatte];
    if (event.type === 'MatteRefined') return [event.data.improved, event.data.matte];
    if (event.type === 'RegionsMapped') return [event.data.regions];
    return [];
  });
  expect(named).toHaveLength(7);
  for (const { blob, sha256 } of named) {
    const bytes = await adapters.blobStore.read(blob);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
}

test('a worker killed in the middle of job after job gives each picture exactly one result', async () => {
  const bytes = await photo({ width: 2400, height: 1800 });
  const ids: string[] = [];
  const struck = new Set<string>();
  while (struck.size < 5) {
    // Enough that one is always in work.
    for (let waiting = await depth(); waiting < 3; waiting++) ids.push(await upload(bytes));
    const job = await inHand();
    // Kills each job at most once: three deaths would rightly make a dead letter.
    if (job === undefined || struck.has(job.id)) continue;
    struck.add(job.id);
    await sleep(Math.random() * 60);
    const worker = await eventually(() => product.childPid('inference-worker').catch(() => undefined));
    process.kill(worker, 'SIGKILL');
    await eventually(
      async () => (await product.childPid('inference-worker').catch(() => worker)) !== worker || undefined,
    );
  }

  for (const id of ids) {
    expect(await lifeOf(id)).toEqual(WHOLE_LIFE);
    await expectWholeBlobs(id);
    const view = await bodyOf<TransactionView>(await client.get(`/api/transaction/${id}`));
    expect(view).toMatchObject({ status: 'UPLOADED', error: null });
  }
});

test('a worker frozen past its lease has its work refused when it returns', async () => {
  const frozen = await product.childPid('inference-worker');
  // Large, so that refining takes long enough to interrupt.
  const id = await upload(await photo({ width: 5000, height: 3600 }));
  const job = await eventually(async () => {
    const held = await inHand();
    return held?.kind === 'refine-matte' ? held : undefined;
  });
  process.kill(frozen, 'SIGSTOP');

  const second = spawn(process.execPath, [join(projectRoot, 'inference-worker/src/main.ts')], {
    env: {
      ...process.env,
      ...ownNames(product.dataDir),
      DATABASE_URL: product.databaseUrl,
      DATA_DIR: product.dataDir,
      NODE_OPTIONS: bundledOptions(),
    },
    stdio: 'ignore',
  });
  onTestFinished(() => void second.kill('SIGKILL'));
  expect(await lifeOf(id)).toEqual(WHOLE_LIFE);

  process.kill(frozen, 'SIGCONT');
  const log = join(product.dataDir, 'logs/inference-worker.log');
  await eventually(async () => (await readFile(log, 'utf8')).includes('Lost the lease of a message') || undefined);
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(WHOLE_LIFE);
  await expectWholeBlobs(id);
  expect(
    await adapters.database.query('SELECT state, attempts FROM message_bus.message WHERE id = $1', [job.id]),
  ).toEqual([{ state: 'done', attempts: 2 }]);
});

/** Requests that a part of the next test waits for. */
const ENOUGH = 3;

test('the database is killed twice under load: 503 meanwhile, nothing acknowledged is lost, no service restarts', async () => {
  const services = await Promise.all(SERVICES.map((service) => product.childPid(service)));
  const bytes = await photo({ width: 320, height: 240 });
  const acknowledged: string[] = [];
  const refusals: { status: number; retryAfter: string | null }[] = [];
  const loading = new AbortController();
  onTestFinished(() => loading.abort());

  async function load(): Promise<void> {
    while (!loading.signal.aborted) {
      const answer = await client.upload(bytes);
      if (answer.status === 201) acknowledged.push((await bodyOf<UploadAnswer>(answer)).id);
      else {
        refusals.push({ status: answer.status, retryAfter: answer.headers.get('retry-after') });
        await answer.body?.cancel();
      }
      // Limits the intake, since in the end every picture is waited for.
      await sleep(1_000);
    }
  }
  const loads = [load(), load(), load()];

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const before = acknowledged.length;
    await eventually(() => acknowledged.length > before + ENOUGH || undefined);
    const postgres = await product.postgresPid();
    // Frozen, or it would restart the database unnoticed.
    process.kill(product.pid, 'SIGSTOP');
    process.kill(postgres, signal);
    const refused = refusals.length;
    await eventually(() => refusals.length > refused + ENOUGH || undefined);
    const known = acknowledged.length;
    process.kill(product.pid, 'SIGCONT');
    await eventually(() => acknowledged.length > known + ENOUGH || undefined);
  }
  loading.abort();
  await Promise.all(loads);

  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([503]));
  expect(refusals.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  expect(await Promise.all(SERVICES.map((service) => product.childPid(service)))).toEqual(services);
  for (const id of acknowledged) expect(await lifeOf(id)).toEqual(WHOLE_LIFE);
});
