/** The product with its log in KurrentDB, by setting only. The server is a stand-in that speaks the protocol. */
import { setTimeout } from 'node:timers/promises';
import { eventCodec } from '@clearcut/schemas/events/catalogue';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';
import { type RunningKurrentDb, startKurrentDb } from '../support/servers/kurrentdb/kurrentdb.ts';

/** About as long as a cluster of three took on one machine. */
const LEADERLESS_MS = 5_000;

let server: RunningKurrentDb;
let product: Installation;

beforeAll(async () => {
  server = await startKurrentDb();
  product = await startInstallation({ EVENT_STORE_URL: server.url });
});
afterAll(async () => {
  await product?.stop();
  server?.stop();
});

test('a picture is cut out and saved for one credit despite killed processes, and that log has all of it', async () => {
  const saver = await newSaver(product, 3);
  const { id } = await saver.cutOut(await photo({ width: 400, height: 300 }));
  const { receipt, creditsLeft } = await saver.save(id);
  expect([receipt.ledger?.credits, creditsLeft]).toEqual([1, 2]);

  for (const service of ['command-api', 'projections', 'inference-worker'] as const) await product.replace(service);
  const again = await saver.cutOut(await photo({ width: 300, height: 200 }));
  expect((await saver.save(again.id)).creditsLeft).toBe(1);
  expect((await saver.save(id)).creditsLeft).toBe(1);

  expect(await product.eventTypes(id)).toEqual(
    expect.arrayContaining(['ImageUploaded', 'BackgroundRemoved', 'MatteRefined', 'HdSaveStarted', 'HdSaveCompleted']),
  );
  const pool = await product.eventStore.readStream(`creditPool-${saver.teamId}`);
  expect(pool.filter(({ event }) => event.type === 'CreditsSpent')).toHaveLength(2);

  const beside = createPostgresEventStore({ database: product.database, codec: eventCodec });
  expect((await beside.readAll({ from: null })).events).toEqual([]);
  await beside.close();
});

test('a save requested while a cluster changes its leader waits for the new one, and costs one credit', async () => {
  const saver = await newSaver(product, 2);
  const { id } = await saver.cutOut(await photo({ width: 400, height: 300 }));
  server.behaviour.changesLeader = true;
  const saving = saver.save(id);
  await setTimeout(LEADERLESS_MS);
  server.behaviour.changesLeader = false;

  expect((await saving).creditsLeft).toBe(1);
  const pool = await product.eventStore.readStream(`creditPool-${saver.teamId}`);
  expect(pool.filter(({ event }) => event.type === 'CreditsSpent')).toHaveLength(1);
});
