import { z } from 'zod';

const perChannel = z.tuple([z.number(), z.number(), z.number()]);

export const inputSide = z.int().min(16).max(4096);

export const recipeSchema = z.object({
  /**
   * float32 [1, 3, height, width], RGB, stretched: `(value / whole - mean) / std`; `whole` is 255 for `0..1`, the
   * picture's largest value for `max`, as U-2-Net was trained.
   */
  input: z.object({
    name: z.string().min(1).optional(),
    width: inputSide,
    height: inputSide,
    resize: z.literal('fill'),
    range: z.enum(['0..1', 'max']),
    mean: perChannel,
    std: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
  }),
  /** float32, height x width, brought to 0..1 by `normalise`. */
  output: z.object({
    name: z.string().min(1).optional(),
    normalise: z.enum(['none', 'sigmoid', 'min-max']),
  }),
  /** After the sigmoid, before the min-max. */
  noSubjectBelow: z.number().min(0).max(1),
  /** Second look (`subject/look-closer.ts`): helps small models, doubles the time of strong ones. */
  closerLook: z.boolean().default(false),
});
export type Recipe = z.infer<typeof recipeSchema>;
