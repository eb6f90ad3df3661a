import { z } from 'zod';

const identitySchema = z.object({ correlationId: z.string(), transactionId: z.string(), kind: z.string() }).partial();

/** The rest may be personal. */
export function identifyMessage(body: unknown): z.infer<typeof identitySchema> {
  return identitySchema.safeParse(body).data ?? {};
}
