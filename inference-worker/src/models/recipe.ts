import { z } from 'zod';

const perChannel = z.tuple([z.number(), z.number(), z.number()]);

/** How a model wants its input and how its output is read: what has to be known of an ONNX file before it can be used. */
export const recipeSchema = z.object({
  /**
   * float32 [1, 3, height, width], RGB: `(value / whole - mean) / std`, where `whole` is 255 for the range `0..1`, and the
   * picture's own largest value for `max`, as U-2-Net's authors trained it. The picture is stretched to the size.
   */
  input: z.object({
    /** Of the tensor; the model's first input where it is left out. */
    name: z.string().min(1).optional(),
    width: z.int().min(16).max(4096),
    height: z.int().min(16).max(4096),
    resize: z.literal('fill'),
    range: z.enum(['0..1', 'max']),
    mean: perChannel,
    std: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
  }),
  /** float32, height x width values, made 0 (background) to 1 (subject) by `normalise`. */
  output: z.object({
    /** Of the tensor; the model's first output where it is left out. */
    name: z.string().min(1).optional(),
    normalise: z.enum(['none', 'sigmoid', 'min-max']),
  }),
  /** Where no pixel reaches this (after the sigmoid, before the min-max), the picture has no subject. */
  noSubjectBelow: z.number().min(0).max(1),
  /**
   * Whether the model is asked again about the part that it found (`subject/look-closer.ts`): a small model gains by it, a strong one
   * only takes up to twice the time.
   */
  closerLook: z.boolean().default(false),
});
export type Recipe = z.infer<typeof recipeSchema>;
