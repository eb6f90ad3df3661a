import { z } from 'zod';

const aboutSchema = z.object({ correlationId: z.string(), transactionId: z.string(), kind: z.string() }).partial();

/**
 * By what a message is found when a person asks what became of a picture, as far as its body says so. The rest of a body stays out of
 * logs: the bus cannot tell what of it is personal.
 */
export function aboutOf(body: unknown): z.infer<typeof aboutSchema> {
  return aboutSchema.safeParse(body).data ?? {};
}
