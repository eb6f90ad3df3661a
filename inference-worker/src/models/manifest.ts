import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { recipeSchema } from './recipe.ts';

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits, in lower case');

/** Also a folder's name, so without a leading dot. */
export const modelNameSchema = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'small letters, digits, dots and dashes');

/** `models/<name>/manifest.json` */
const manifestSchema = recipeSchema.extend({
  name: modelNameSchema,
  version: z.string().min(1),
  file: z.string().regex(/^\w[\w.-]*$/, 'a file name beside the manifest'),
  sha256: sha256Schema,
  bytes: z.int().positive(),
  licence: z.string().min(1),
  /** The model card's facts, for people only. */
  training: z.record(z.string(), z.unknown()).optional(),
});
export type ModelManifest = z.infer<typeof manifestSchema>;

/** The message names the file and its fault. */
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

export function issuesOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}
