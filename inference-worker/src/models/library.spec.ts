import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_MODEL } from './default-model.ts';
import { ACCEPTANCE_FILE } from '@clearcut/platform/installed-models';
import { accept } from './licence.ts';
import { bundledModels, checkModelNamed, chooseModel, chosenModel, listModels, loadModelNamed } from './library.ts';
import { identityOf, ModelError, readManifest } from './manifest.ts';
import { exampleLicence } from './testing/example-licence.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'library-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

async function putModel(name: string): Promise<string> {
  const folder = path.join(dataDir, 'models', name);
  await cp(path.join(bundledModels, DEFAULT_MODEL), folder, { recursive: true });
  const file = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { sha256: string };
  await writeFile(file, JSON.stringify({ ...manifest, name }));
  return folder;
}

test('the name of a replaced bundled model means its successor, as setting and as choice', async () => {
  expect(await chosenModel({ dataDir, model: 'clearcut-1' })).toBe(DEFAULT_MODEL);
  await chooseModel(dataDir, 'clearcut-1');
  expect(await chosenModel({ dataDir, model: undefined })).toBe(DEFAULT_MODEL);
});

test('the setting outranks the choice, and the choice the default', async () => {
  expect(await chosenModel({ dataDir, model: undefined })).toBe(DEFAULT_MODEL);
  await chooseModel(dataDir, 'other');
  expect(await chosenModel({ dataDir, model: undefined })).toBe('other');
  expect(await chosenModel({ dataDir, model: 'third' })).toBe('third');
});

test('an invalid choice is reported', async () => {
  await chooseModel(dataDir, '../other');
  await expect(chosenModel({ dataDir, model: undefined })).rejects.toBeInstanceOf(ModelError);
});

test('models are the bundled ones and those in the data folder; dot files are ignored, and a bundled name stays bundled', async () => {
  for (const name of ['mine', '.unfinished', DEFAULT_MODEL])
    await mkdir(path.join(dataDir, 'models', name), { recursive: true });
  const found = (await listModels(dataDir)).map(({ name, origin }) => `${name} ${origin}`);
  expect(found).toContain(`${DEFAULT_MODEL} bundled`);
  expect(found.filter((line) => line.endsWith('installed'))).toEqual(['mine installed']);
});

test('an installed model works once its licence is accepted for this very file', async () => {
  const folder = await putModel('mine');
  await expect(loadModelNamed(dataDir, 'mine')).rejects.toThrow(/licence of the model mine .* has not been accepted/);
  const { sha256 } = identityOf(await readManifest(folder));
  await writeFile(
    path.join(folder, ACCEPTANCE_FILE),
    JSON.stringify(accept(exampleLicence, '0'.repeat(64), 'elsewhere')),
  );
  await expect(loadModelNamed(dataDir, 'mine')).rejects.toBeInstanceOf(ModelError);
  await writeFile(path.join(folder, ACCEPTANCE_FILE), JSON.stringify(accept(exampleLicence, sha256, 'elsewhere')));
  const model = await loadModelNamed(dataDir, 'mine');
  expect(model.identity).toMatchObject({ name: 'mine', sha256 });
  await model.close();
});

test('tells from its terms and file whether a model can be loaded later, without loading it', async () => {
  await expect(checkModelNamed(dataDir, DEFAULT_MODEL)).resolves.toBeUndefined();
  await expect(checkModelNamed(dataDir, 'nowhere')).rejects.toThrow(/^There is no model nowhere here/);
  const folder = await putModel('mine');
  await expect(checkModelNamed(dataDir, 'mine')).rejects.toThrow(/has not been accepted/);
  const { sha256 } = identityOf(await readManifest(folder));
  await writeFile(path.join(folder, ACCEPTANCE_FILE), JSON.stringify(accept(exampleLicence, sha256, 'elsewhere')));
  await expect(checkModelNamed(dataDir, 'mine')).resolves.toBeUndefined();
  await writeFile(path.join(folder, 'model.onnx'), 'another file');
  await expect(checkModelNamed(dataDir, 'mine')).rejects.toThrow(/is not the one its manifest describes/);
});

test('the detail network of a model must be the one that its manifest describes, too', async () => {
  const folder = await putModel('mine');
  const { sha256 } = identityOf(await readManifest(folder));
  await writeFile(path.join(folder, ACCEPTANCE_FILE), JSON.stringify(accept(exampleLicence, sha256, 'elsewhere')));
  await writeFile(path.join(folder, 'detail.onnx'), 'another file');
  await expect(checkModelNamed(dataDir, 'mine')).rejects.toThrow(/detail\.onnx is not the one its manifest describes/);
});

test('a missing model is answered with the available ones', async () => {
  await expect(loadModelNamed(dataDir, 'nowhere')).rejects.toThrow(/^There is no model nowhere here, only clearcut-/);
});
