import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ModelIdentity } from '@clearcut/schemas/transaction/events';
import { inputSide, recipeSchema } from './recipe.ts';

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits, in lower case');

/** Also a folder's name, so without a leading dot. */
export const modelNameSchema = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'small letters, digits, dots and dashes');

const networkFile = {
  file: z.string().regex(/^\w[\w.-]*$/, 'a file name beside the manifest'),
  sha256: sha256Schema,
  bytes: z.int().positive(),
};

/** `models/<name>/manifest.json` */
const manifestSchema = recipeSchema.extend({
  name: modelNameSchema,
  version: z.string().min(1),
  ...networkFile,
  /**
   * The detail network: float32 `image` [1, 3, height, width], normalised as the first's, and `matte`
   * [1, 1, height, width] of 0..1; its `alpha` is of 0..1.
   */
  detail: z.object({ ...networkFile, width: inputSide, height: inputSide }).optional(),
  licence: z.string().min(1),
  /** The model card's facts, for people only. */
  training: z.record(z.string(), z.unknown()).optional(),
});
export type ModelManifest = z.infer<typeof manifestSchema>;
export type DetailManifest = NonNullable<ModelManifest['detail']>;

/** One digest for both networks. */
export function identityOf({ name, version, sha256, detail }: ModelManifest): ModelIdentity {
  if (detail === undefined) return { name, version, sha256 };
  return { name, version, sha256: createHash('sha256').update(`${sha256} ${detail.sha256}`).digest('hex') };
}

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
