import { z } from 'zod';

const aboutSchema = z.object({ correlationId: z.string(), transactionId: z.string(), kind: z.string() }).partial();

/** The rest may be personal. */
export function aboutOf(body: unknown): z.infer<typeof aboutSchema> {
  return aboutSchema.safeParse(body).data ?? {};
}
