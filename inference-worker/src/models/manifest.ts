import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { recipeSchema } from './recipe.ts';

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits, in lower case');

/** Also a folder's name; what begins with a dot is never a model. */
export const modelNameSchema = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'small letters, digits, dots and dashes');

/** How a model lies on disk (`models/<name>/manifest.json`): which file it is, and its recipe. */
const manifestSchema = recipeSchema.extend({
  name: modelNameSchema,
  version: z.string().min(1),
  file: z.string().regex(/^\w[\w.-]*$/, 'a file name beside the manifest'),
  sha256: sha256Schema,
  bytes: z.int().positive(),
  licence: z.string().min(1),
  /** The model card's facts: data, licences, recipe. For people; nothing here is read by the code. */
  training: z.record(z.string(), z.unknown()).optional(),
});
export type ModelManifest = z.infer<typeof manifestSchema>;

/** The model cannot be used as it lies on disk. Its message is for the operator: which file, and what is wrong with it. */
export class ModelError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
  }
}

/** @throws ModelError */
export async function readManifest(directory: string): Promise<ModelManifest> {
  const file = path.join(directory, 'manifest.json');
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new ModelError(`There is no readable model manifest at ${file}`, { cause: error });
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw new ModelError(`The model manifest ${file} is not valid: ${issuesOf(parsed.error)}`);
  return parsed.data;
}

/** What is wrong with a file, in one line: `path.to.field: what it should be; …`. */
export function issuesOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}
