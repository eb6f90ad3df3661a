import { callersPath } from '@clearcut/platform/cli/callers-path';
import { type Answer, UsageError } from '@clearcut/platform/cli/command';
import { accept } from '../models/licence.ts';
import { DEFAULT_MODEL } from '../models/default-model.ts';
import { chosenModel, findModel, loadModelNamed } from '../models/library.ts';
import { ModelError, sha256Schema } from '../models/manifest.ts';
import { isUrl, type RegistryEntry } from '../models/registry.ts';
import type { Command, CommandContext, Options } from './command.ts';
import { installModel, lockModels, removeModel } from './install.ts';
import { askForLicence, describe } from './licence-question.ts';
import { size } from './text.ts';

export const installCommand: Command = {
  call: 'install <name> [--from <address or file>] [--sha256 <digest>] [--accept-licence]',
  summary: 'Fetch a model of the list, after you have seen and accepted its licence.',
  async run([name = ''], context, options) {
    const { config, terminal, signal } = context;
    const entry = entryNamed(name, context);
    const address = sourceOf(entry, options);
    const sha256 = digestOf(entry, options);
    const present = await findModel(config.dataDir, name);
    if (present?.origin === 'bundled')
      return answer(`${name} is part of Clearcut: there is nothing to install`, present);
    if (present !== undefined) {
      const installed = await usableDigest(config.dataDir, name);
      if (installed === sha256) return answer(`${name} is installed already`, present);
      if (installed !== undefined)
        throw new Error(`Another file is installed as ${name}. Remove it first: npm run models -- remove ${name}`);
    }
    // A file pinned only by its digest may have any size.
    const isListed = sha256 === entry.sha256;
    const bytes = isListed ? entry.bytes : undefined;
    const version = isListed ? entry.version : `${entry.version}+${sha256.slice(0, 8)}`;
    const installation = { entry: { ...entry, version }, bytes, acceptance: accept(entry.licence, sha256, address) };
    await askForLicence(describe(installation), context, options);
    const unlock = await lockModels(config.dataDir);
    try {
      const directory = await installModel(config.dataDir, installation, signal, (there) =>
        terminal.progress(`${name}: ${size(there)}${bytes === undefined ? '' : ` of ${size(bytes)}`}`),
      );
      return answer(`${name} is installed in ${directory}. To work with it: npm run models -- use ${name}`, {
        name,
        directory,
        origin: 'installed',
      });
    } finally {
      await unlock();
    }
  },
};

export const removeCommand: Command = {
  call: 'remove <name>',
  summary: 'Remove an installed model.',
  async run([name = ''], { config }) {
    const unlock = await lockModels(config.dataDir);
    try {
      const present = await findModel(config.dataDir, name);
      if (present === undefined) throw new UsageError(`There is no model ${name} to remove`);
      if (present.origin === 'bundled') throw new UsageError(`${name} is part of Clearcut and cannot be removed`);
      if ((await chosenModel(config)) === name) {
        throw new Error(`${name} is in use. Choose another first: npm run models -- use ${DEFAULT_MODEL}`);
      }
      // A worker loads it on first need.
      if (config.modelBest === name)
        throw new Error(`${name} is the second model: take the setting MODEL_BEST away first`);
      await removeModel(config.dataDir, present.directory);
      return { text: `${name} is removed`, json: { name, removed: true } };
    } finally {
      await unlock();
    }
  },
};

/** Undefined if damaged or not accepted; installing again fixes both. */
async function usableDigest(dataDir: string, name: string): Promise<string | undefined> {
  try {
    const model = await loadModelNamed(dataDir, name);
    await model.close();
    return model.identity.sha256;
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

function entryNamed(name: string, { registry }: CommandContext): RegistryEntry {
  const entry = registry.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry;
  throw new UsageError(`The list has no model "${name}". It has: ${registry.map((known) => known.name).join(', ')}`);
}

function sourceOf(entry: RegistryEntry, { from }: Options): string {
  if (from === undefined || isUrl(from)) return from ?? entry.address;
  return callersPath(from);
}

function digestOf(entry: RegistryEntry, { sha256 }: Options): string {
  const digest = sha256?.toLowerCase() ?? entry.sha256;
  if (digest === undefined) {
    throw new UsageError(
      `The list does not say which file ${entry.name} is. Get its SHA-256 from its publisher, or of a file that you trust ` +
        'with sha256sum, and add --sha256 <digest>.',
    );
  }
  if (!sha256Schema.safeParse(digest).success) throw new UsageError('--sha256 takes 64 hexadecimal digits');
  return digest;
}

function answer(text: string, json: unknown): Answer {
  return { text, json };
}
