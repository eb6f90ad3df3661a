import { z } from 'zod';

const perChannel = z.tuple([z.number(), z.number(), z.number()]);

/** How to prepare a model's input and read its output: all that must be known about an ONNX file. */
export const recipeSchema = z.object({
  /**
   * float32 [1, 3, height, width], RGB: `(value / whole - mean) / std`, where `whole` is 255 for the range `0..1`, and
   * the picture's largest value for `max`, as U-2-Net's authors trained it. The picture is stretched to the size.
   */
  input: z.object({
    name: z.string().min(1).optional(),
    width: z.int().min(16).max(4096),
    height: z.int().min(16).max(4096),
    resize: z.literal('fill'),
    range: z.enum(['0..1', 'max']),
    mean: perChannel,
    std: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
  }),
  /** float32, height x width values, brought to 0 (background) to 1 (subject) by `normalise`. */
  output: z.object({
    name: z.string().min(1).optional(),
    normalise: z.enum(['none', 'sigmoid', 'min-max']),
  }),
  /** If no pixel reaches this (after the sigmoid, before the min-max), the picture has no subject. */
  noSubjectBelow: z.number().min(0).max(1),
  /**
   * Asks the model again about the part that it found (`subject/look-closer.ts`): helps a small model; costs a strong
   * one up to twice the time for nothing.
   */
  closerLook: z.boolean().default(false),
});
export type Recipe = z.infer<typeof recipeSchema>;
