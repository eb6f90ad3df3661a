import { z } from 'zod';
import { idSchema } from '../id.ts';
import { queryNumber } from '../http/query-number.ts';
import { backgroundSchema, boxSchema, MASK_MODES, positionSchema, sceneSettingsSchema, shadowSchema } from './scene.ts';

/**
 * Calls of the editor. Each edit answers with the whole transaction at once; pixels follow (`pipeline.edited`). An `Idempotency-Key`
 * makes a repeat of an edit the same edit.
 */

/**
 * Header of an edit's answer: the operation that the edit became. The answer's own head may already be another person's later
 * edit. An edit that changes nothing is the operation that the picture already was the result of.
 */
export const OPERATION_ID_HEADER = 'x-operation-id';

const numbers = (text: string): number[] =>
  text.split(',').map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : NaN));

/** POST /api/transaction/{id}/{erase|restore}/?boundingBox=x,y,width,height with a PNG, the mask, as the body. */
export const maskQuerySchema = z.object({
  boundingBox: z
    .string()
    .transform(numbers)
    .pipe(z.tuple([z.int().min(0), z.int().min(0), z.int().positive(), z.int().positive()]))
    .transform(([x, y, width, height]) => ({ x, y, width, height })),
});
export const MAX_MASK_BYTES = 8 * 1024 * 1024;
/** Of all masks of a picture together. */
export const MAX_MASKS_BYTES = 256 * 1024 * 1024;
export const MAX_MASKS_PIXELS = 1_000_000_000;

/** POST /api/transaction/{id}/blur?value: the photo itself, blurred, behind its subject; 0 turns it off. */
export const blurQuerySchema = z.object({ value: queryNumber(z.number().min(0).max(100)) });

/**
 * POST /api/transaction/{id}/edit. A setting that we do not know is refused: left out, the picture would be saved, and paid for,
 * without it. Stored ones are read by the scene's own schemas, whatever they hold.
 */
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

/** POST /api/transaction/{id}/op/{opId}/restore and GET /api/transaction/{id}/op/{opId}/mask */
export const operationParamsSchema = z.object({ id: idSchema, opId: idSchema });

/** What can be undone and redone, and the strokes that the picture has now: enough to draw it on another device. */
export const editsViewSchema = z.object({
  /** The operation that the picture is the result of. */
  headId: z.uuid(),
  /** What undo and redo restore: `POST op/{opId}/restore`. */
  undoId: z.uuid().nullable(),
  redoId: z.uuid().nullable(),
  /** Strokes in their order; the mask of each at `op/{opId}/mask`. */
  masks: z.array(z.object({ opId: z.uuid(), mode: z.enum(MASK_MODES), box: boxSchema })),
});
export type EditsView = z.infer<typeof editsViewSchema>;

/** POST /api/transaction/{id}/background/image/ (raw body) */
export const customBackgroundSchema = z.object({
  id: z.uuid(),
  /** Where it can be had: GET /api/transaction/background/image/{id} */
  path: z.string(),
});
export type CustomBackground = z.infer<typeof customBackgroundSchema>;

/** GET /api/transaction/{id}/proxy/image/?step= : what a step of the pipeline made. */
export const IMAGE_STEPS = ['original', 'resized', 'transformed', 'improved', 'edited'] as const;
export const imageQuerySchema = z.object({ step: z.enum(IMAGE_STEPS).default('original') });
