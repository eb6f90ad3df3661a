import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleLicence } from '@clearcut/inference-worker/models/testing/example-licence';
import { tinyOnnx } from '@clearcut/inference-worker/models/testing/tiny-onnx';
import { type CommandOutcome, startModelsCommand } from './models.ts';

const SIDE = 64;
const onnx = tinyOnnx(SIDE, 'float32');

/** An instant model that keeps red, unlike any other here. */
export const red = { name: 'red', version: '7', sha256: createHash('sha256').update(onnx).digest('hex') };

export interface RedModel {
  /** MODELS_REGISTRY of a product that uses it. */
  readonly registry: string;
  /** Runs `npm run models` for the same folder. */
  readonly models: (...args: string[]) => Promise<CommandOutcome>;
}

/** Installs it in an existing data folder by the operator's command. */
export async function installRed(dataDir: string): Promise<RedModel> {
  const registry = join(dataDir, 'own-models.json');
  const settings = { DATA_DIR: dataDir, MODELS_REGISTRY: registry, MODEL: '', INIT_CWD: dataDir };
  const models = (...args: string[]) => startModelsCommand(settings, ...args).ended;
  const entry = {
    ...red,
    title: 'Keeps what is red',
    address: 'red.onnx',
    input: { width: SIDE, height: SIDE, resize: 'fill', range: '0..1', mean: [0, 0, 0], std: [1, 1, 1] },
    output: { name: 'logits', normalise: 'sigmoid' },
    noSubjectBelow: 0.3,
    licence: exampleLicence,
  };
  await writeFile(join(dataDir, 'red.onnx'), onnx);
  await writeFile(registry, JSON.stringify({ models: [entry] }));
  const { code, stderr } = await models('install', red.name, '--accept-licence');
  if (code !== 0) throw new Error(`The model could not be installed: ${stderr}`);
  return { registry, models };
}
