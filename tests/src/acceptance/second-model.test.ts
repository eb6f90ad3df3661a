/** MODEL_BEST: another model makes the improved step and is named wherever a picture is explained. */
import { mkdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { outcome, startOperator } from '../faults/projections-harness.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newDataDir } from '../support/product.ts';
import { installRed, red, type RedModel } from '../support/red-model.ts';
import { newSaver, type Saver } from '../support/saver.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const dataDir = newDataDir();
let models: RedModel['models'];
let product: Installation;
let saver: Saver;
let id: string;

const operator = (...args: string[]) =>
  outcome(startOperator({ DATABASE_URL: product.databaseUrl, DATA_DIR: dataDir }, ...args));

beforeAll(async () => {
  await mkdir(dataDir);
  const model = await installRed(dataDir);
  models = model.models;
  product = await startInstallation({ MODELS_REGISTRY: model.registry, MODEL: '', MODEL_BEST: red.name }, dataDir);
  saver = await newSaver(product, 2);
  ({ id } = await saver.cutOut(await photo()));
});
afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('the first model makes the first cut-out, the second one the refined one, and the receipt names both', async () => {
  const events = (await product.eventStore.readStream(`transaction-${id}`)).map(({ event }) => event);
  const removed = events.find(({ type }) => type === 'BackgroundRemoved');
  expect(removed?.data).toMatchObject({ model: { name: 'clearcut-2' } });
  expect(events.find(({ type }) => type === 'MatteRefined')?.data).toMatchObject({ model: red });

  const { receipt, creditsLeft } = await saver.save(id);
  expect(receipt).toMatchObject({ model: { name: 'clearcut-2' }, secondModel: red });
  expect((await saver.save(id)).creditsLeft).toBe(creditsLeft);
});

test('explain names the second model, and a replay uses it again or reports it missing', async () => {
  const explained = await operator('explain', id);
  expect(explained.stdout).toMatch(new RegExp(`MatteRefined .*model red 7, SHA-256 ${red.sha256}`));

  const again = await operator('replay', id, '--json');
  expect([again.code, JSON.parse(again.stdout)]).toEqual([0, expect.objectContaining({ verdict: 'identical' })]);

  expect((await models('remove', 'red')).code).toBe(0);
  const missing = await operator('replay', id);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining(`red 7, SHA-256 ${red.sha256}`)]);
});
