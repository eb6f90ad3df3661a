import { z } from 'zod';

const limitReachedSchema = z.object({
  limit: z.enum(['storage', 'queue']),
  scope: z.enum(['owner', 'address', 'team']),
  /** Bytes or pictures. */
  most: z.int().positive(),
  /** When the oldest picture expires; null when finished pictures free it. */
  freesAt: z.iso.datetime().nullable(),
});
export type LimitReached = z.infer<typeof limitReachedSchema>;

export const limitsSchema = z.object({ reached: z.array(limitReachedSchema) });
export type LimitsAnswer = z.infer<typeof limitsSchema>;
