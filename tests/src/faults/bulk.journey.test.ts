/**
 * A bulk upload through the whole product while its worker dies: none lost, none duplicated, and no other team waits
 * behind it.
 */
import { randomUUID } from 'node:crypto';
import { createDatabase } from '@clearcut/platform/database/database';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { eventCodec } from '@clearcut/schemas/events/catalogue';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { IMAGE_RESULTS } from '@clearcut/schemas/transaction/jobs';
import { expect, onTestFinished, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { createPerson } from '../support/person.ts';
import { figure } from '../support/pictures.ts';
import { eventually, startProduct } from '../support/product.ts';
import { isScaleRun, LOG_IN_POSTGRES } from '../support/servers/scale.ts';

const long = process.env['LONG_TESTS'] === '1';
const PICTURES = long ? 100 : 30;
const KILLS = 3;
const WHOLE_LIFE = ['ImageUploaded', 'BackgroundRemoved', 'MatteRefined', 'RegionsMapped'];
/** One bulk picture may be in work, and one taken before the bus knows of an interactive picture. */
const MAX_BEFORE = 2;

test(`${PICTURES} pictures with the worker killed ${KILLS} times, and one in the middle that a user waits for`, async () => {
  const product = await startProduct({ env: { ...LOG_IN_POSTGRES, UPLOADS_PER_MINUTE: '1000000' } });
  const database = createDatabase(product.databaseUrl, { name: 'test' });
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });
  onTestFinished(async () => {
    await eventStore.close();
    await database.close();
    await product.stop();
  });
  const person = createPerson(product.url);
  await person.signUp('ada@example.com');
  const bytes = new Uint8Array(await figure({ width: 160, height: 120 }).png().toBuffer());

  async function upload(query: string): Promise<string> {
    const answer = await fetch(`${product.url}/api/transaction/${query}`, {
      method: 'POST',
      headers: {
        'client-id': person.clientId,
        cookie: `clearcut_session=${person.session()}`,
        'content-type': 'application/octet-stream',
      },
      body: bytes,
    });
    expect(answer.status).toBe(201);
    return (await bodyOf<UploadAnswer>(answer)).id;
  }
  const batchId = randomUUID();
  const ids = await Promise.all(Array.from({ length: PICTURES }, () => upload(`?batchId=${batchId}`)));

  const cutOuts = async (): Promise<string[]> =>
    (
      await database.query<{ id: string }>(
        `SELECT data ->> 'transactionId' AS id FROM event_store.event WHERE type = 'BackgroundRemoved' ORDER BY position`,
      )
    ).map(({ id }) => id);

  const isQueued = async (id: string): Promise<boolean> =>
    (await database.query('SELECT FROM message_bus.message WHERE body::text LIKE $1', [`%${id}%`])).length > 0;

  const areResultsRead = async (): Promise<boolean> =>
    (await database.query(`SELECT FROM message_bus.message WHERE topic = $1 AND state = 'open'`, [IMAGE_RESULTS]))
      .length === 0;

  async function killWorkerAt(done: number): Promise<void> {
    await eventually(async () => ((await cutOuts()).length >= done ? true : undefined));
    const worker = await product.childPid('inference-worker');
    process.kill(worker, 'SIGKILL');
    await eventually(
      async () => (await product.childPid('inference-worker').catch(() => worker)) !== worker || undefined,
    );
  }

  await killWorkerAt(1);
  await killWorkerAt(Math.floor(PICTURES / 4));
  // A stopped worker cuts out nothing while a slow machine takes the upload.
  const worker = await product.childPid('inference-worker');
  process.kill(worker, 'SIGSTOP');
  const urgent = await upload('');
  // In the scale set-up jobs and results are in Kafka.
  await eventually(async () => isScaleRun || ((await isQueued(urgent)) && (await areResultsRead())) || undefined);
  const before = await cutOuts();
  process.kill(worker, 'SIGCONT');
  const after = await eventually(async () => {
    const order = await cutOuts();
    return order.includes(urgent) ? order : undefined;
  });
  // Kafka reassigns a killed worker's partitions after ten seconds.
  if (!isScaleRun) {
    expect(after.indexOf(urgent) - before.length).toBeLessThanOrEqual(MAX_BEFORE);
    expect(after.length).toBeLessThan(PICTURES);
  }
  await killWorkerAt(Math.floor(PICTURES / 2));

  const lives = await Promise.all(
    [...ids, urgent].map((id) =>
      eventually(async () => {
        const life = (await eventStore.readStream(`transaction-${id}`)).map(({ event }) => event.type);
        return life.includes('RegionsMapped') ? life : undefined;
      }),
    ),
  );
  expect(new Set(lives.map((life) => life.join(' ')))).toEqual(new Set([WHOLE_LIFE.join(' ')]));
  const listed = await bodyOf<{ transactions: TransactionView[]; total: number }>(
    await person.get(`/api/transaction/?batchId=${batchId}&pageSize=100`),
  );
  expect(listed.total).toBe(PICTURES);
  expect(new Set(listed.transactions.map(({ id }) => id))).toEqual(new Set(ids));
  expect(new Set(listed.transactions.map(({ status }) => status))).toEqual(new Set(['UPLOADED']));
}, 600_000);
