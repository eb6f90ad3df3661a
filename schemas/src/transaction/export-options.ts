import { z } from 'zod';
import { imageBlobSchema } from './picture.ts';
import { colourSchema } from './scene.ts';

/** Pixels of the result, or per cent of the subject's side. */
const marginSchema = z.object({ value: z.number().min(0).max(500), unit: z.enum(['px', '%']) });
export type Margin = z.infer<typeof marginSchema>;

const perCent = z.number().min(0).max(100);

/** For compatible interfaces; our own pages do without. */
export const exportLayoutSchema = z.object({
  maxPixels: z.int().positive().nullable(),
  /** Per cent of the frame; null keeps the size. */
  scale: z.number().min(10).max(100).nullable(),
  /** As CSS background-position; null keeps the place. */
  position: z.object({ x: perCent, y: perCent }).nullable(),
  margins: z.object({ top: marginSchema, right: marginSchema, bottom: marginSchema, left: marginSchema }),
  backgroundOpacity: z.number().min(0).max(1),
  /** Centred, covering the frame. */
  backgroundImage: imageBlobSchema.nullable(),
  /** `alpha`: the matte as grey. `rgb`: colours without it. */
  channels: z.enum(['rgba', 'rgb', 'alpha']),
  /** `hard`: opaque or not. */
  edge: z.enum(['soft', 'hard']),
  hasWatermark: z.boolean(),
});
export type ExportLayout = z.infer<typeof exportLayoutSchema>;

const NO_MARGIN = { value: 0, unit: 'px' } as const;

export const PLAIN_LAYOUT: ExportLayout = {
  maxPixels: null,
  scale: null,
  position: null,
  margins: { top: NO_MARGIN, right: NO_MARGIN, bottom: NO_MARGIN, left: NO_MARGIN },
  backgroundOpacity: 1,
  backgroundImage: null,
  channels: 'rgba',
  edge: 'soft',
  hasWatermark: false,
};

export const exportOptionsSchema = z.object({
  format: z.enum(['png', 'webp', 'jpg']),
  crop: z.enum(['none', 'subject']),
  /** Per cent of the subject's longer side; a layout's margins outrank it. */
  margin: z.number().min(0).max(100),
  /** Required for JPG. */
  background: colourSchema.nullable(),
  layout: exportLayoutSchema.nullable(),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;
