import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { issuesOf, ModelError, modelNameSchema, sha256Schema } from './manifest.ts';
import { bundledModels } from './library.ts';
import { licenceSchema } from './licence.ts';
import { recipeSchema } from './recipe.ts';

const registryEntrySchema = recipeSchema.extend({
  name: modelNameSchema,
  title: z.string().min(1),
  version: z.string().min(1),
  /** http(s), or relative to the registry's folder. */
  address: z.string().min(1),
  /** If unknown, the user must supply it. */
  sha256: sha256Schema.optional(),
  bytes: z.int().positive().optional(),
  licence: licenceSchema,
});
export type RegistryEntry = z.infer<typeof registryEntrySchema>;

const registrySchema = z.strictObject({ about: z.string().optional(), models: z.array(registryEntrySchema) });

/**
 * @param own a user's registry file, whose entries replace the product's of the same name
 * @throws ModelError
 */
export async function readRegistry(own?: string): Promise<RegistryEntry[]> {
  const ours = await readRegistryFile(path.join(bundledModels, 'registry.json'));
  const theirs = own === undefined ? [] : await readRegistryFile(own);
  return [...theirs, ...ours.filter(({ name }) => !theirs.some((entry) => entry.name === name))];
}

async function readRegistryFile(file: string): Promise<RegistryEntry[]> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new ModelError(`There is no readable registry of models at ${file}`, { cause: error });
  }
  const parsed = registrySchema.safeParse(json);
  if (!parsed.success) throw new ModelError(`The registry of models ${file} is not valid: ${issuesOf(parsed.error)}`);
  return parsed.data.models.map((entry) => ({
    ...entry,
    address: isUrl(entry.address) ? entry.address : path.resolve(path.dirname(file), entry.address),
  }));
}

export function isUrl(address: string): boolean {
  return /^https?:\/\//.test(address);
}
