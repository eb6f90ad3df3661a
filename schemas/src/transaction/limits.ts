import { z } from 'zod';

/** A limit of the installation that refuses uploads at the moment. */
const limitReachedSchema = z.object({
  limit: z.enum(['storage', 'queue']),
  /** Whose: the person's own, that of all visitors of their address, or their team's. */
  scope: z.enum(['owner', 'address', 'team']),
  /** Bytes that may be stored, or pictures that may wait. */
  most: z.int().positive(),
  /** When the oldest picture is deleted; null where waiting pictures free it as they are done. */
  freesAt: z.iso.datetime().nullable(),
});
export type LimitReached = z.infer<typeof limitReachedSchema>;

/** GET /api/transaction/limits/ */
export const limitsSchema = z.object({ reached: z.array(limitReachedSchema) });
export type LimitsAnswer = z.infer<typeof limitsSchema>;
