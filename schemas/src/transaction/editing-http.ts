import { z } from 'zod';
import { idSchema } from '../id.ts';
import { queryNumber } from '../http/query-number.ts';
import { backgroundSchema, boxSchema, MASK_MODES, positionSchema, sceneSettingsSchema, shadowSchema } from './scene.ts';

/**
 * Edits answer with the whole transaction at once; pixels follow (`pipeline.edited`). An `Idempotency-Key` makes a
 * retry the same edit.
 */

/** The operation that the edit became: the answer's head may be a later edit of another person. */
export const OPERATION_ID_HEADER = 'x-operation-id';

const numbers = (text: string): number[] =>
  text.split(',').map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : NaN));

export const maskQuerySchema = z.object({
  boundingBox: z
    .string()
    .transform(numbers)
    .pipe(z.tuple([z.int().min(0), z.int().min(0), z.int().positive(), z.int().positive()]))
    .transform(([x, y, width, height]) => ({ x, y, width, height })),
});
export const MAX_MASK_BYTES = 8 * 1024 * 1024;
/** Sum over a picture. */
export const MAX_MASKS_BYTES = 256 * 1024 * 1024;
export const MAX_MASKS_PIXELS = 1_000_000_000;

/** The blurred photo behind its subject; 0 turns it off. */
export const blurQuerySchema = z.object({ value: queryNumber(z.number().min(0).max(100)) });

/** Refuses unknown settings: dropped silently, the picture would be saved and paid without them. */
export const editBodySchema = sceneSettingsSchema
  .extend({
    background: backgroundSchema.strict(),
    position: positionSchema.strict(),
    shadow: shadowSchema.strict().nullable(),
  })
  .partial()
  .strict()
  .meta({
    id: 'SettingsChange',
    examples: [{ background: { color: '#ffffff', id: null, base: false, blur: 0, blurWidth: 0 } }],
  });

export const operationParamsSchema = z.object({ id: idSchema, opId: idSchema });

/** Enough to draw the picture on another device. */
export const editsViewSchema = z.object({
  headId: z.uuid(),
  /** For `POST op/{opId}/restore`. */
  undoId: z.uuid().nullable(),
  redoId: z.uuid().nullable(),
  /** In order; the mask is at `op/{opId}/mask`. */
  masks: z.array(z.object({ opId: z.uuid(), mode: z.enum(MASK_MODES), box: boxSchema })),
});
export type EditsView = z.infer<typeof editsViewSchema>;

export const customBackgroundSchema = z.object({
  id: z.uuid(),
  path: z.string(),
});
export type CustomBackground = z.infer<typeof customBackgroundSchema>;

export const IMAGE_STEPS = ['original', 'resized', 'transformed', 'improved', 'edited'] as const;
export const imageQuerySchema = z.object({ step: z.enum(IMAGE_STEPS).default('original') });
