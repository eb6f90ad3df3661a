import { z } from 'zod';
import { idSchema } from '../id.ts';
import { MAX_OUTPUT_SIDE, MAX_SIDE } from '../constants.ts';
import { isStockBackground } from './stock-backgrounds.ts';

/**
 * How a cut-out is shown: what the editor sets, an edit records, a render follows. Lengths and places are pixels of the original as a
 * person sees it ("image pixels") unless said otherwise, so that a preview and the HD file follow the same numbers.
 * What each setting does to the pixels is said once, in the workspace `scene`.
 */
const imagePixels = z.number().min(-MAX_SIDE).max(MAX_SIDE);
const place = z.object({ x: imagePixels, y: imagePixels });
/** Small letters wherever we keep one: the same picture is recognised by them. */
export const colourSchema = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'A colour is # and six digits from 0 to f')
  .toLowerCase();

/** A rectangle in image pixels. It may reach beyond the picture: what lies outside is background. */
const cropSchema = z.object({
  x: imagePixels,
  y: imagePixels,
  width: z.number().min(1).max(MAX_SIDE),
  height: z.number().min(1).max(MAX_SIDE),
});
export type Crop = z.infer<typeof cropSchema>;

/**
 * What stands behind the cut-out (docs/product.md, Editor): a picture (`id`), a colour, the photo itself (`base`), or nothing, which is transparent.
 * `blur` and `blurWidth` are in preview pixels: of a picture whose longest side is PREVIEW_MAX_SIDE.
 */
export const backgroundSchema = z
  .object({
    color: colourSchema.nullable(),
    /** A stock background's name, or the id of a custom one of this transaction. */
    id: z.union([z.string().refine(isStockBackground), idSchema]).nullable(),
    /** The photo itself behind its subject. */
    base: z.boolean(),
    /** Standard deviation of the blur of the photo behind its subject; 0 is off. */
    blur: z.number().min(0).max(100),
    /** How far around the subject the photo goes over from sharp to blurred. */
    blurWidth: z.number().min(0).max(100),
  })
  .refine(({ color, id, base }) => [color !== null, id !== null, base].filter(Boolean).length <= 1, {
    error: 'A background is a colour, a picture or the photo itself',
  })
  .refine(({ base, blur }) => base || blur === 0, { path: ['blur'], error: 'Only the photo itself can be blurred' });
export type Background = z.infer<typeof backgroundSchema>;

const outputSide = z.int().min(16).max(MAX_OUTPUT_SIDE);
/** Size of a file that a shop, a network or an office asks for, in pixels. */
export const outputSizeSchema = z.object({ width: outputSide, height: outputSide });
export type OutputSize = z.infer<typeof outputSizeSchema>;

/** Where the cut-out lies in the frame, and what of the frame is kept. */
export const positionSchema = z.object({
  /** Degrees, clockwise, about `origin`. */
  angle: z.number().min(-180).max(180),
  /** What `angle` and `scale` leave in place, as fractions of the picture's width and height. */
  origin: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
  scale: z.number().min(0.05).max(10),
  /** By how much the cut-out was moved. */
  coords: place,
  /** What is kept of the frame; null is all of it. */
  crop: cropSchema.nullable(),
  /** Size of the HD file, for a crop of that shape. Left out, the file has the crop's own pixels. */
  output: outputSizeSchema.optional(),
});
export type Position = z.infer<typeof positionSchema>;

/** Lengths are in preview pixels, as those of a background. */
export const shadowSchema = z.object({
  /** `drop`: as of a thing that floats before a wall. `ground`: as of one that stands on the floor. */
  kind: z.enum(['drop', 'ground']),
  color: colourSchema,
  opacity: z.number().min(0).max(1),
  /** Standard deviation. */
  blur: z.number().min(0).max(100),
  /** Of a drop shadow: by how much it is moved. Of a ground shadow: the direction it falls in, x only. */
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

/** What an edit changes: each block that it names, as a whole. Two people who change different blocks both have their way. */
export const sceneSettingsPatchSchema = sceneSettingsSchema.partial();
export type SceneSettingsPatch = z.infer<typeof sceneSettingsPatchSchema>;

/** A rectangle of whole image pixels within the picture. */
export const boxSchema = z.object({
  x: z.int().min(0),
  y: z.int().min(0),
  width: z.int().positive(),
  height: z.int().positive(),
});
export type Box = z.infer<typeof boxSchema>;

/** What a stroke does with what it covers. */
export const STROKE_MODES = ['erase', 'restore'] as const;
export type StrokeMode = (typeof STROKE_MODES)[number];
/** What is drawn of an edit: a stroke, or a refined edge, whose picture the worker made of one. */
export const MASK_MODES = [...STROKE_MODES, 'refine'] as const;
export type MaskMode = (typeof MASK_MODES)[number];
