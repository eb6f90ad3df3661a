import { z } from 'zod';
import { IMAGE_MEDIA_TYPES } from '../constants.ts';

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** Digest included: enough to rebuild, compare and explain. */
export const imageBlobSchema = z.object({
  blob: z.string().min(1),
  sha256: sha256Schema,
  bytes: z.int().positive(),
  mediaType: z.enum(IMAGE_MEDIA_TYPES),
  /** Pixels after EXIF orientation. */
  width: z.int().positive(),
  height: z.int().positive(),
});
export type ImageBlob = z.infer<typeof imageBlobSchema>;

export const pipelineStepSchema = imageBlobSchema.extend({ opId: z.uuid() });
export type PipelineStep = z.infer<typeof pipelineStepSchema>;

export const modelIdentitySchema = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  sha256: sha256Schema,
});
export type ModelIdentity = z.infer<typeof modelIdentitySchema>;

/** Pixels change only with the version. */
export const rendererSchema = z.object({ name: z.string().min(1), version: z.int().positive() });
export type Renderer = z.infer<typeof rendererSchema>;

export const refinementSchema = z.object({ method: z.string().min(1), version: z.int().positive() });
