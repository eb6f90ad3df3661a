import { UsageError } from '@clearcut/platform/cli/command';
import { runningLauncher } from '@clearcut/platform/launcher/run-file';
import { readAcceptance } from '../models/licence.ts';
import {
  chooseModel,
  chosenModel,
  findModel,
  listModels,
  loadModelNamed,
  type ModelFolder,
} from '../models/library.ts';
import { identityOf, ModelError, readManifest } from '../models/manifest.ts';
import { type Measurement, readMeasurements } from '../models/measurements.ts';
import type { Model } from '../models/model.ts';
import type { RegistryEntry } from '../models/registry.ts';
import type { Command } from './command.ts';
import { lockModels } from './install.ts';
import { costOf, size, table } from './text.ts';

interface Listed {
  readonly name: string;
  readonly state: 'bundled' | 'installed' | 'available' | 'broken';
  readonly isChosen: boolean;
  readonly isSecond: boolean;
  readonly cost?: Measurement;
  readonly version?: string;
  readonly sha256?: string;
  readonly bytes?: number;
  readonly licence?: string;
  readonly about: string;
}

export const listCommand: Command = {
  call: 'list',
  summary: 'Show the models there are, those that can be installed, and which one is used.',
  async run(_args, { config, registry }) {
    const chosen = await chosenModel(config);
    const present = await Promise.all((await listModels(config.dataDir)).map((folder) => listed(folder, chosen)));
    const available = registry
      .filter(({ name }) => !present.some((model) => model.name === name))
      .map((entry) => offered(entry));
    const costs = await readMeasurements(config.dataDir);
    const models = [...present, ...available].map((model): Listed => {
      const cost = costs[model.sha256 ?? ''];
      return { ...model, isSecond: model.name === config.modelBest, ...(cost === undefined ? {} : { cost }) };
    });
    const rows = models.map(({ name, state, isChosen, isSecond, bytes, cost, licence = '', about }) => {
      const mark = isChosen ? '*' : isSecond ? '+' : ' ';
      const cells = [bytes === undefined ? '' : size(bytes), cost === undefined ? '' : costOf(cost)];
      return [mark, name, state, ...cells, licence, about];
    });
    const notes = [
      '* is used from the next start on, and + looks again after it (MODEL_BEST).',
      'What a model costs on this machine is shown once it was measured: npm run models -- measure NAME',
    ];
    return { text: `${table(rows)}\n\n${notes.join('\n')}`, json: models };
  },
};

export const useCommand: Command = {
  call: 'use <name>',
  summary: 'Work with this model from the next start on.',
  async run([name = ''], { config }) {
    await needModel(config.dataDir, name);
    await (await loadModelNamed(config.dataDir, name)).close();
    const unlock = await lockModels(config.dataDir);
    try {
      await chooseModel(config.dataDir, name);
    } finally {
      await unlock();
    }
    const run = await runningLauncher(config.dataDir);
    const notes = [`${name} is used from the next start on.`];
    if (run?.url !== undefined) {
      notes.push(`Clearcut runs at ${run.url} with the model it was started with: stop it, and start it again.`);
    }
    if (config.model !== undefined && config.model !== name) {
      notes.push(`The setting MODEL=${config.model} outranks this choice: remove it.`);
    }
    return { text: notes.join('\n'), json: { name, notes } };
  },
};

export const verifyCommand: Command = {
  call: 'verify [name]',
  summary: 'Check the digests of the models there are, and run each once.',
  async run([name], { config, terminal, signal }) {
    const folders = name === undefined ? await listModels(config.dataDir) : [await needModel(config.dataDir, name)];
    const results: { name: string; isGood: boolean; said: string }[] = [];
    for (const folder of folders) {
      signal.throwIfAborted();
      terminal.progress(`${folder.name} …`);
      results.push({ name: folder.name, ...(await tried(config.dataDir, folder)) });
    }
    const rows = results.map(({ name, isGood, said }) => [isGood ? 'good' : 'BAD', name, said]);
    return { text: table(rows), json: results, isBad: results.some(({ isGood }) => !isGood) };
  },
};

/** @throws UsageError */
export async function needModel(dataDir: string, name: string): Promise<ModelFolder> {
  const folder = await findModel(dataDir, name);
  if (folder !== undefined) return folder;
  const known = (await listModels(dataDir)).map((model) => model.name).join(', ');
  throw new UsageError(
    `There is no model ${name} here, only ${known}. Install it first: npm run models -- install ${name}`,
  );
}

type Known = Omit<Listed, 'isSecond' | 'cost'>;

async function listed({ name, directory, origin }: ModelFolder, chosen: string): Promise<Known> {
  const isChosen = name === chosen;
  try {
    const manifest = await readManifest(directory);
    const { version, sha256 } = identityOf(manifest);
    const bytes = manifest.bytes + (manifest.detail?.bytes ?? 0);
    const known = { name, isChosen, version, sha256, bytes, licence: manifest.licence };
    if (origin === 'bundled')
      return {
        ...known,
        state: origin,
        about: 'part of Clearcut; its encoder was pre-trained by Google on ImageNet-1k',
      };
    const acceptance = await readAcceptance(directory, sha256);
    if (acceptance === undefined) return { ...known, state: 'broken', about: 'its licence has not been accepted' };
    const { acceptedBy, acceptedAt } = acceptance;
    return { ...known, state: origin, about: `licence accepted by ${acceptedBy} on ${acceptedAt.slice(0, 10)}` };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { name, isChosen, state: 'broken', about: error.message };
  }
}

function offered({ name, version, sha256, bytes, licence, title }: RegistryEntry): Known {
  return {
    name,
    state: 'available',
    isChosen: false,
    version,
    licence: licence.name,
    about: title,
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(bytes === undefined ? {} : { bytes }),
  };
}

async function tried(dataDir: string, { name }: ModelFolder): Promise<{ isGood: boolean; said: string }> {
  try {
    const model = await loadModelNamed(dataDir, name);
    try {
      const before = performance.now();
      const isMatte = await answersWithMatte(model);
      const ms = Math.round(performance.now() - before);
      const said = isMatte
        ? `SHA-256 ${model.identity.sha256}, a run took ${ms} ms`
        : 'its output is not from 0 to 1: the recipe in its manifest is not the right one';
      return { isGood: isMatte, said };
    } finally {
      await model.close();
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { isGood: false, said: error.message };
  }
}

async function answersWithMatte(model: Model): Promise<boolean> {
  const { width, height } = model.inputSize;
  const data = new Uint8Array(width * height * 3).fill(40);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (Math.hypot(x / width - 0.5, y / height - 0.5) < 0.25)
        data.fill(220, (y * width + x) * 3, (y * width + x + 1) * 3);
    }
  }
  const matte = await model.infer({ data, width, height, channels: 3 });
  return matte.every((value) => value >= -0.001 && value <= 1.001);
}
