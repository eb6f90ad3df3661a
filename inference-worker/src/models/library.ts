import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { installedModels } from '@clearcut/platform/installed-models';
import { makeFolder } from '@clearcut/platform/make-folder';
import { DEFAULT_MODEL } from './default-model.ts';
import { readAcceptance } from './licence.ts';
import { identityOf, ModelError, modelNameSchema, readManifest } from './manifest.ts';
import { loadModel, type Model } from './model.ts';
import { readVerified } from './verified-file.ts';

/** Names that settings of earlier releases may hold. */
const REPLACED: ReadonlySet<string> = new Set(['clearcut-1']);

export const bundledModels = path.join(projectRoot, 'inference-worker', 'models');

export interface ModelFolder {
  readonly name: string;
  readonly directory: string;
  readonly origin: 'bundled' | 'installed';
}

/** Bundled first; some may be unusable. */
export async function listModels(dataDir: string): Promise<ModelFolder[]> {
  const bundled = await foldersIn(bundledModels, 'bundled');
  const installed = await foldersIn(installedModels(dataDir), 'installed');
  return [...bundled, ...installed.filter(({ name }) => !bundled.some((model) => model.name === name))];
}

export async function findModel(dataDir: string, name: string): Promise<ModelFolder | undefined> {
  return (await listModels(dataDir)).find((model) => model.name === name);
}

/** The digest of events. */
export async function findModelByDigest(dataDir: string, sha256: string): Promise<ModelFolder | undefined> {
  for (const folder of await listModels(dataDir)) {
    const manifest = await readManifest(folder.directory).catch(() => undefined);
    if (manifest !== undefined && identityOf(manifest).sha256 === sha256) return folder;
  }
  return undefined;
}

/** @throws ModelError also when an installed model's licence was not accepted */
export async function loadModelNamed(dataDir: string, name: string): Promise<Model> {
  return loadModel(await usableFolder(dataDir, name));
}

/** @throws ModelError */
export async function checkModelNamed(dataDir: string, name: string): Promise<void> {
  const directory = await usableFolder(dataDir, name);
  const manifest = await readManifest(directory);
  await readVerified(directory, manifest);
  if (manifest.detail !== undefined) await readVerified(directory, manifest.detail);
}

async function usableFolder(dataDir: string, name: string): Promise<string> {
  const folder = await findModel(dataDir, name);
  if (folder === undefined) {
    const known = (await listModels(dataDir)).map((model) => model.name).join(', ');
    throw new ModelError(`There is no model ${name} here, only ${known}`);
  }
  if (folder.origin === 'installed') {
    const { sha256 } = identityOf(await readManifest(folder.directory));
    if ((await readAcceptance(folder.directory, sha256)) === undefined) {
      throw new ModelError(
        `The licence of the model ${name} in ${folder.directory} has not been accepted. ` +
          `Install it with: npm run models -- install ${name}`,
      );
    }
  }
  return folder.directory;
}

/** MODEL, else the one chosen with `use`, else the default. */
export async function chosenModel(config: {
  readonly model: string | undefined;
  readonly dataDir: string;
}): Promise<string> {
  if (config.model !== undefined) return successorOf(config.model);
  const file = choiceFile(config.dataDir);
  let choice: string;
  try {
    choice = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return DEFAULT_MODEL;
    throw new ModelError(`The choice of the model in ${file} cannot be read`, { cause: error });
  }
  const name = modelNameSchema.safeParse(choice.trim());
  if (!name.success) throw new ModelError(`The file ${file} holds no name of a model`);
  return successorOf(name.data);
}

const successorOf = (name: string): string => (REPLACED.has(name) ? DEFAULT_MODEL : name);

export async function chooseModel(dataDir: string, name: string): Promise<void> {
  const file = choiceFile(dataDir);
  await makeFolder(path.dirname(file));
  await writeFile(`${file}.new`, `${name}\n`);
  await rename(`${file}.new`, file);
}

/** No model's name begins with a dot. */
function choiceFile(dataDir: string): string {
  return path.join(installedModels(dataDir), '.current');
}

async function foldersIn(directory: string, origin: ModelFolder['origin']): Promise<ModelFolder[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && modelNameSchema.safeParse(entry.name).success)
    .map(({ name }) => ({ name, directory: path.join(directory, name), origin }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
