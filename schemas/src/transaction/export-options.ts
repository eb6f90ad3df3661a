import { z } from 'zod';
import { imageBlobSchema } from './picture.ts';
import { colourSchema } from './scene.ts';

/** In pixels of the result, or in per cent of the subject's side. */
const marginSchema = z.object({ value: z.number().min(0).max(500), unit: z.enum(['px', '%']) });
export type Margin = z.infer<typeof marginSchema>;

const perCent = z.number().min(0).max(100);

/** How programs of other services ask for a finished picture; our own pages do without. */
const exportLayoutSchema = z.object({
  /** The result is made smaller until it has no more pixels than this. */
  maxPixels: z.int().positive().nullable(),
  /** How much of the frame the subject may fill, in per cent; null leaves its size. */
  scale: z.number().min(10).max(100).nullable(),
  /** Where in the frame the subject stands, as CSS places backgrounds; null leaves its place. */
  position: z.object({ x: perCent, y: perCent }).nullable(),
  /** Around the subject, where the frame is cut to it. */
  margins: z.object({ top: marginSchema, right: marginSchema, bottom: marginSchema, left: marginSchema }),
  backgroundOpacity: z.number().min(0).max(1),
  /** Behind the cut-out, centred and covering the frame. */
  backgroundImage: imageBlobSchema.nullable(),
  /** `alpha`: the matte as a grey picture. `rgb`: the colours without it. */
  channels: z.enum(['rgba', 'rgb', 'alpha']),
  /** Of test keys. */
  hasWatermark: z.boolean(),
});
export type ExportLayout = z.infer<typeof exportLayoutSchema>;

/** How a finished picture is handed out, where that is not as the PNG that it is. */
export const exportOptionsSchema = z.object({
  format: z.enum(['png', 'webp', 'jpg']),
  /** Cut to what is not transparent. */
  crop: z.enum(['none', 'subject']),
  /** Around the subject, in per cent of its longer side. With a layout the layout's margins count. */
  margin: z.number().min(0).max(100),
  /** Behind what is transparent. JPG needs one. */
  background: colourSchema.nullable(),
  layout: exportLayoutSchema.nullable(),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;
