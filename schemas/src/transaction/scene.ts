import { z } from 'zod';
import { idSchema } from '../id.ts';
import { MAX_OUTPUT_SIDE, MAX_SIDE } from '../constants.ts';
import { isStockBackground } from './stock-backgrounds.ts';

/**
 * How a cut-out is shown. Lengths are image pixels: pixels of the original after EXIF orientation, unless stated
 * otherwise. The workspace `scene` defines what each setting does.
 */
const imagePixels = z.number().min(-MAX_SIDE).max(MAX_SIDE);
const place = z.object({ x: imagePixels, y: imagePixels });
/** Lower case, so that equal pictures compare equal. */
export const colourSchema = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'A colour is # and six digits from 0 to f')
  .toLowerCase();

/** Image pixels. May reach beyond the picture, where background shows. */
const cropSchema = z.object({
  x: imagePixels,
  y: imagePixels,
  width: z.number().min(1).max(MAX_SIDE),
  height: z.number().min(1).max(MAX_SIDE),
});
export type Crop = z.infer<typeof cropSchema>;

/**
 * A picture (`id`), a colour, the photo itself (`base`), or nothing: transparent (docs/product.md, Editor). `blur` and
 * `blurWidth` are preview pixels (PREVIEW_MAX_SIDE).
 */
export const backgroundSchema = z
  .object({
    color: colourSchema.nullable(),
    /** Stock name or custom id. */
    id: z.union([z.string().refine(isStockBackground), idSchema]).nullable(),
    base: z.boolean(),
    /** Standard deviation; 0 is off. */
    blur: z.number().min(0).max(100),
    /** Width of the transition around the subject. */
    blurWidth: z.number().min(0).max(100),
  })
  .refine(({ color, id, base }) => [color !== null, id !== null, base].filter(Boolean).length <= 1, {
    error: 'A background is a colour, a picture or the photo itself',
  })
  .refine(({ base, blur }) => base || blur === 0, { path: ['blur'], error: 'Only the photo itself can be blurred' });
export type Background = z.infer<typeof backgroundSchema>;

const outputSide = z.int().min(16).max(MAX_OUTPUT_SIDE);
/** Pixels. */
export const outputSizeSchema = z.object({ width: outputSide, height: outputSide });
export type OutputSize = z.infer<typeof outputSizeSchema>;

export const positionSchema = z.object({
  /** Degrees, clockwise, about `origin`. */
  angle: z.number().min(-180).max(180),
  /** Fixed point, as fractions of width and height. */
  origin: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
  scale: z.number().min(0.05).max(10),
  /** Translation. */
  coords: place,
  /** Null: the whole frame. */
  crop: cropSchema.nullable(),
  /** Size of the HD file, for a crop of that shape. Absent: the crop's own pixels. */
  output: outputSizeSchema.optional(),
});
export type Position = z.infer<typeof positionSchema>;

/** Lengths in preview pixels. */
export const shadowSchema = z.object({
  /** `drop`: floats before a wall. `ground`: stands on the floor. `outline`: a sticker's rim, `blur` wide. */
  kind: z.enum(['drop', 'ground', 'outline']),
  color: colourSchema,
  opacity: z.number().min(0).max(1),
  blur: z.number().min(0).max(100),
  /** Drop: translation. Ground: direction, x only. Outline: none. */
  offset: z.object({ x: z.number().min(-500).max(500), y: z.number().min(-500).max(500) }),
});
export type Shadow = z.infer<typeof shadowSchema>;

export const sceneSettingsSchema = z
  .object({
    background: backgroundSchema,
    position: positionSchema,
    shadow: shadowSchema.nullable(),
  })
  .meta({ id: 'Settings' });
export type SceneSettings = z.infer<typeof sceneSettingsSchema>;

/** Replaces each named block as a whole, so that edits of different blocks merge. */
export const sceneSettingsPatchSchema = sceneSettingsSchema.partial();
export type SceneSettingsPatch = z.infer<typeof sceneSettingsPatchSchema>;

/** Whole image pixels within the picture. */
export const boxSchema = z.object({
  x: z.int().min(0),
  y: z.int().min(0),
  width: z.int().positive(),
  height: z.int().positive(),
});
export type Box = z.infer<typeof boxSchema>;

export const STROKE_MODES = ['erase', 'restore'] as const;
export type StrokeMode = (typeof STROKE_MODES)[number];
export const MASK_MODES = [...STROKE_MODES, 'refine'] as const;
export type MaskMode = (typeof MASK_MODES)[number];
