import { z } from 'zod';
import { TEMPLATES } from '../constants.ts';
import { requiredLineSchema } from '../text/fields.ts';
import { idSchema } from '../id.ts';
import { exportOptionsSchema } from '../transaction/export-options.ts';
import { backgroundSchema, outputSizeSchema, shadowSchema } from '../transaction/scene.ts';
import { isStockBackground } from '../transaction/stock-backgrounds.ts';

/** The crop follows each picture's own subject. */
const templateFrameSchema = z.strictObject({
  /** Per cent of the subject's longer side. */
  margin: z.number().min(0).max(100),
  /** Null: the picture's own pixels. */
  size: outputSizeSchema.nullable(),
  /** A subject cut off by the photo's lower edge stays on the file's lower edge. */
  standsBelow: z.boolean(),
});
export type TemplateFrame = z.infer<typeof templateFrameSchema>;

/** Without custom backgrounds, which belong to one picture. */
export const templateSchema = z.strictObject({
  name: requiredLineSchema(TEMPLATES.nameLength),
  background: backgroundSchema.strict().refine(({ id }) => id === null || isStockBackground(id), {
    path: ['id'],
    error: 'A template takes the backgrounds that come with the product',
  }),
  shadow: shadowSchema.strict().nullable(),
  /** Null: each picture keeps its frame. */
  frame: templateFrameSchema.nullable(),
  format: exportOptionsSchema.shape.format,
});
export type Template = z.infer<typeof templateSchema>;

export const savedTemplateSchema = templateSchema.extend({ id: z.uuid() });
export type SavedTemplate = z.infer<typeof savedTemplateSchema>;

export const templateListSchema = z.object({ templates: z.array(savedTemplateSchema) });

export const templateParamsSchema = z.object({ id: idSchema });
