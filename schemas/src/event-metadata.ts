import { z } from 'zod';

/** Who caused an event. Ids only: names and addresses live in erasable tables. */
export const actorSchema = z.discriminatedUnion('kind', [
  /** `id` is the anonymous session's id. */
  z.object({ kind: z.literal('anonymous'), id: z.string() }),
  /** A logged-in user; `id` is the user's id. */
  z.object({ kind: z.literal('user'), id: z.uuid() }),
  /** Staff of the installation, in that capacity; `id` is the user's id. */
  z.object({ kind: z.literal('staff'), id: z.uuid() }),
  /** The operator of the machine; `id` is the command that they ran. */
  z.object({ kind: z.literal('operator'), id: z.string() }),
  /** A service of ours; `id` is its name. */
  z.object({ kind: z.literal('system'), id: z.string() }),
]);
export type Actor = z.infer<typeof actorSchema>;

export const eventMetadataSchema = z.object({
  /** The same for everything that one request set in motion. */
  correlationId: z.string(),
  /** The command, or the event reacted to, that caused this one. */
  causationId: z.string(),
  actor: actorSchema,
  /** When it happened, by the clock that came in with the command (ISO 8601, UTC). */
  occurredAt: z.iso.datetime(),
});
export type EventMetadata = z.infer<typeof eventMetadataSchema>;
