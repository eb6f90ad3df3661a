import { z } from 'zod';
import { TEMPLATES } from '../constants.ts';
import { requiredLineSchema } from '../text/fields.ts';
import { idSchema } from '../id.ts';
import { exportOptionsSchema } from '../transaction/export-options.ts';
import { backgroundSchema, outputSizeSchema, shadowSchema } from '../transaction/scene.ts';
import { isStockBackground } from '../transaction/stock-backgrounds.ts';

/** How the subject is framed: the crop follows each picture's own subject. */
const templateFrameSchema = z.strictObject({
  /** Around the subject, in per cent of its longer side. */
  margin: z.number().min(0).max(100),
  /** Of the HD file; null leaves the picture's own pixels. */
  size: outputSizeSchema.nullable(),
  /** A person cut off by the lower edge of the photo stays on the lower edge of the file. */
  standsBelow: z.boolean(),
});
export type TemplateFrame = z.infer<typeof templateFrameSchema>;

/** What a template keeps. A background picture of one's own belongs to one picture, so a template has none. */
export const templateSchema = z.strictObject({
  name: requiredLineSchema(TEMPLATES.nameLength),
  background: backgroundSchema.strict().refine(({ id }) => id === null || isStockBackground(id), {
    path: ['id'],
    error: 'A template takes the backgrounds that come with the product',
  }),
  shadow: shadowSchema.strict().nullable(),
  /** Null leaves the frame of each picture as it is. */
  frame: templateFrameSchema.nullable(),
  /** Of what is downloaded. */
  format: exportOptionsSchema.shape.format,
});
export type Template = z.infer<typeof templateSchema>;

export const savedTemplateSchema = templateSchema.extend({ id: z.uuid() });
export type SavedTemplate = z.infer<typeof savedTemplateSchema>;

/** GET /api/template/ */
export const templateListSchema = z.object({ templates: z.array(savedTemplateSchema) });

/** PUT and DELETE /api/template/{id}/ */
export const templateParamsSchema = z.object({ id: idSchema });
