import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeDataDir } from '@clearcut/platform/launcher/data-dir';
import { takeLock } from '@clearcut/platform/launcher/lock-file';
import { ACCEPTANCE_FILE, installedModels } from '@clearcut/platform/installed-models';
import type { Acceptance } from '../models/licence.ts';
import type { ModelManifest } from '../models/manifest.ts';
import { loadModel } from '../models/model.ts';
import type { RegistryEntry } from '../models/registry.ts';
import { download } from './download.ts';

const MODEL_FILE = 'model.onnx';

export interface Installation {
  readonly entry: RegistryEntry;
  readonly acceptance: Acceptance;
  readonly bytes: number | undefined;
}

/** Assembled here, then renamed. */
function unfinished(dataDir: string): string {
  return path.join(installedModels(dataDir), '.unfinished');
}

/** One process at a time. Resolves with the unlock function. */
export async function lockModels(dataDir: string): Promise<() => Promise<void>> {
  await makeDataDir(dataDir);
  await mkdir(unfinished(dataDir), { recursive: true });
  return takeLock(
    path.join(installedModels(dataDir), '.lock'),
    (pid) => new Error(`Another process (${pid}) is changing the models in ${dataDir}: wait until it is done`),
  );
}

/**
 * Requires `lockModels`. Nothing is visible until the model has run.
 * @throws Error with one line for the user
 */
export async function installModel(
  dataDir: string,
  { entry, acceptance, bytes }: Installation,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string> {
  const work = unfinished(dataDir);
  const part = path.join(work, `${acceptance.sha256}.part`);
  await sweep(work, part);
  await download({ address: acceptance.address, bytes }, part, signal, onProgress);
  const sha256 = await digestOf(part, signal);
  if (sha256 !== acceptance.sha256) {
    await rm(part, { force: true });
    throw new Error(
      `The file from ${acceptance.address} is not the one that was expected: its SHA-256 is ${sha256}, not ${acceptance.sha256}. ` +
        'It was removed, and nothing is installed.',
    );
  }

  const fresh = path.join(work, randomUUID());
  const directory = path.join(installedModels(dataDir), entry.name);
  try {
    await mkdir(fresh);
    await rename(part, path.join(fresh, MODEL_FILE));
    const manifest = manifestOf(entry, sha256, (await stat(path.join(fresh, MODEL_FILE))).size);
    await writeFile(path.join(fresh, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    await writeFile(path.join(fresh, ACCEPTANCE_FILE), `${JSON.stringify(acceptance, undefined, 2)}\n`);
    await (await loadModel(fresh)).close();
    if (existsSync(directory)) await removeModel(dataDir, directory);
    await rename(fresh, directory);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return directory;
}

/** Requires `lockModels`. */
export async function removeModel(dataDir: string, directory: string): Promise<void> {
  // Half a folder would be a model that fails to load.
  const removed = path.join(unfinished(dataDir), randomUUID());
  await rename(directory, removed);
  await rm(removed, { recursive: true });
}

function manifestOf(entry: RegistryEntry, sha256: string, bytes: number): ModelManifest {
  const { name, version, input, output, noSubjectBelow, closerLook, licence } = entry;
  const file = MODEL_FILE;
  return { name, version, file, sha256, bytes, licence: licence.name, input, output, noSubjectBelow, closerLook };
}

async function sweep(work: string, part: string): Promise<void> {
  for (const name of await readdir(work)) {
    const file = path.join(work, name);
    if (file !== part) await rm(file, { recursive: true, force: true });
  }
}

async function digestOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
