import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACCEPTANCE_FILE } from '@clearcut/platform/installed-models';
import { accept } from './licence.ts';
import { DEFAULT_MODEL } from './default-model.ts';
import { bundledModels, loadModelNamed } from './library.ts';
import { identityOf, ModelError, readManifest } from './manifest.ts';
import { createModelCache, type ModelCache } from './model-cache.ts';
import { exampleLicence } from './testing/example-licence.ts';

let dataDir: string;
let models: ModelCache;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'model-cache-'));
  models = createModelCache(dataDir, await loadModelNamed(dataDir, DEFAULT_MODEL));
});

afterEach(async () => {
  await models.close();
  await rm(dataDir, { recursive: true });
});

async function install(name: string): Promise<void> {
  const folder = path.join(dataDir, 'models', name);
  await cp(path.join(bundledModels, DEFAULT_MODEL), folder, { recursive: true });
  const file = path.join(folder, 'manifest.json');
  const manifest = await readManifest(folder);
  await writeFile(file, JSON.stringify({ ...manifest, name }));
  const acceptance = accept(exampleLicence, identityOf(manifest).sha256, 'elsewhere');
  await writeFile(path.join(folder, ACCEPTANCE_FILE), JSON.stringify(acceptance));
}

test('a model stays in memory until another one is requested, and the first one always does', async () => {
  await Promise.all(['one', 'other'].map(install));
  const one = await models.named('one');
  expect(await models.named('one')).toBe(one);
  expect(await models.named(DEFAULT_MODEL)).toBe(models.first);
  const other = await models.named('other');
  expect(other.identity.name).toBe('other');
  expect(await models.named('one')).not.toBe(one);
});

test('finds a model by its digest; the first one needs no search, and a missing one is undefined', async () => {
  expect(await models.withDigest(models.first.identity.sha256)).toBe(models.first);
  expect(await models.withDigest('0'.repeat(64))).toBeUndefined();
});

test('retries a model that could not be loaded when it is requested again', async () => {
  await expect(models.named('late')).rejects.toThrow(ModelError);
  await install('late');
  expect((await models.named('late')).identity.name).toBe('late');
});
