import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const perChannel = z.tuple([z.number(), z.number(), z.number()]);

/** How a model lies on disk (`models/<name>/manifest.json`) and how it wants its input. */
export const manifestSchema = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  file: z.string().regex(/^[\w.-]+$/, 'a file name beside the manifest'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
  licence: z.string().min(1),
  /** float32 [1, 3, height, width], RGB, (value / 255 - mean) / std. */
  input: z.object({
    name: z.string().min(1),
    width: z.int().positive(),
    height: z.int().positive(),
    resize: z.literal('fill'),
    range: z.literal('0..1'),
    mean: perChannel,
    std: perChannel,
  }),
  /** float32 [1, 1, height, width], 0 (background) to 1 (subject). */
  output: z.object({ name: z.string().min(1), normalise: z.literal('none') }),
  /** Where no pixel reaches this, the picture has no subject. */
  noSubjectBelow: z.number().min(0).max(1),
  /** The model card's facts: data, licences, recipe. For people; nothing here is read by the code. */
  training: z.record(z.string(), z.unknown()),
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
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
    throw new ModelError(`The model manifest ${file} is not valid: ${issues}`);
  }
  return parsed.data;
}
