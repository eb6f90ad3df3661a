import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_MODEL } from '@clearcut/inference-worker/models/default-model';
import { bundledModels } from '@clearcut/inference-worker/models/library';
import { accept } from '@clearcut/inference-worker/models/licence';
import { ACCEPTANCE_FILE, installedModels } from '@clearcut/platform/installed-models';
import { exampleLicence } from '@clearcut/inference-worker/models/testing/example-licence';

/** Installs the bundled model with one changed weight under another name; returns its digest. */
export async function installOtherModel(dataDir: string, name: string): Promise<string> {
  const folder = path.join(installedModels(dataDir), name);
  await cp(path.join(bundledModels, DEFAULT_MODEL), folder, { recursive: true });
  const [model, manifest] = [path.join(folder, 'model.onnx'), path.join(folder, 'manifest.json')];
  const bytes = await readFile(model);
  let at = Math.floor(bytes.length / 2);
  while (!areWeights(bytes, at)) at += 1;
  bytes.writeFloatLE(bytes.readFloatLE(at) * 1.01, at);
  await writeFile(model, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = JSON.parse(await readFile(manifest, 'utf8')) as object;
  await writeFile(manifest, JSON.stringify({ ...known, name, version: '2', sha256, detail: undefined }));
  await writeFile(path.join(folder, ACCEPTANCE_FILE), JSON.stringify(accept(exampleLicence, sha256, 'elsewhere')));
  return sha256;
}

/** Many numbers in a row of a weight's magnitude. */
const areWeights = (bytes: Buffer, from: number): boolean =>
  Array.from({ length: 64 }, (_, n) => Math.abs(bytes.readFloatLE(from + 4 * n))).every(
    (value) => value > 1e-6 && value < 2,
  );
