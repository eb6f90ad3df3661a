/** A start that cannot succeed: one clear line on the terminal, a non-zero status, and nothing left running. */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDataDir, startLauncher, startProduct, type ProductOptions } from '../support/product.ts';

function ownDataDir(): string {
  const dataDir = newDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function refusal({ env, dataDir = ownDataDir() }: ProductOptions): Promise<string> {
  const launcher = startLauncher({ dataDir, ...(env === undefined ? {} : { env }) });
  expect(await launcher.ended).toBe(1);
  expect(launcher.output()).toMatch(/^[^\n]+\n$/);
  return launcher.output().trim();
}

test('a port that is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;

  expect(await refusal({ env: { PORT: String(port) } })).toBe(
    `Port ${port} is already in use. Stop what uses it, or set PORT to another one.`,
  );
});

test("an address that is not this machine's", async () => {
  expect(await refusal({ env: { HOST: '192.0.2.1' } })).toBe(
    'HOST is 192.0.2.1, which is not an address of this machine.',
  );
});

test('names all invalid settings, with what they should be', async () => {
  expect(await refusal({ env: { PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://secret@host' } })).toBe(
    'The setting PORT must be a whole number from 0 to 65535. ' +
      'The setting DATABASE_URL must look like postgres://user:password@host:5432/database. ' +
      'The setting LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
  );
});

test('regression: a mistyped setting was ignored without a word', async () => {
  const launcher = startLauncher({ dataDir: ownDataDir(), env: { UPLOAD_PER_MINUTE: '5', PORT: 'eighty' } });
  expect(await launcher.ended).toBe(1);
  expect(launcher.output()).toBe(
    'UPLOAD_PER_MINUTE is not a setting. Did you mean UPLOADS_PER_MINUTE?\n' +
      'The setting PORT must be a whole number from 0 to 65535.\n',
  );
});

test('a read-only data folder', async () => {
  // A file in the way stops even root, who ignores modes.
  const file = join(tmpdir(), `clearcut-test-${randomUUID()}`);
  await writeFile(file, '');
  onTestFinished(() => rm(file));
  const dataDir = join(file, 'data');

  expect(await refusal({ dataDir })).toBe(
    `DATA_DIR ${dataDir} cannot be written: not a directory. Set DATA_DIR to a folder that can.`,
  );
});

test('regression: a data folder that cannot be made hung the start', async () => {
  expect(await refusal({ dataDir: '/proc/clearcut' })).toBe(
    'DATA_DIR /proc/clearcut cannot be written: no such file or directory. Set DATA_DIR to a folder that can.',
  );
});

test('regression: a missing list of models was found when a model was installed', async () => {
  expect(await refusal({ env: { MODELS_REGISTRY: '/nowhere/models.json' } })).toBe(
    'There is no readable registry of models at /nowhere/models.json. Correct the setting MODELS_REGISTRY, or remove it',
  );
});

test('a missing model', async () => {
  expect(await refusal({ env: { MODEL: 'nowhere' } })).toMatch(
    /^There is no model nowhere here, only clearcut-.*npm run models -- use clearcut-/,
  );
});

test('a second model that is missing or the same as the first', async () => {
  expect(await refusal({ env: { MODEL_BEST: 'nowhere' } })).toMatch(
    /^There is no model nowhere here, only clearcut-.*the setting MODEL_BEST, or remove it$/,
  );
  expect(await refusal({ env: { MODEL_BEST: 'clearcut-2' } })).toMatch(
    /^The setting MODEL_BEST names clearcut-2, which makes the first cut-out already\./,
  );
});

test('a data folder in use by another launcher, which continues undisturbed', async () => {
  const product = await startProduct();
  onTestFinished(() => product.stop());

  expect(await refusal({ dataDir: product.dataDir })).toBe(
    `Clearcut is already running on ${product.dataDir} (process ${product.pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
});
