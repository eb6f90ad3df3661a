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

/** What a result was made on: two machines may make other bytes of the same inputs. */
export const environmentSchema = z.object({
  /** Version of the product, and a digest of the code that makes pixels. */
  build: z.string(),
  node: z.string(),
  onnxruntime: z.string(),
  libvips: z.string(),
  arch: z.string(),
  cpu: z.string(),
});
export type Environment = z.infer<typeof environmentSchema>;

/** How the job was done whose result an event records. */
export const workSchema = z.object({
  /** 1 for a job that was done at the first try. */
  attempt: z.int().positive(),
  /** From the event that asked for the job until this try began; null where the job did not say when that was. */
  queuedMs: z.int().nonnegative().nullable(),
  /** What this try took. */
  ms: z.int().nonnegative(),
  environment: environmentSchema,
});
export type Work = z.infer<typeof workSchema>;

const eventMetadataSchema = z.object({
  /** The same for everything that one request set in motion. */
  correlationId: z.string(),
  /** The command, or the event reacted to, that caused this one. */
  causationId: z.string(),
  actor: actorSchema,
  /** When it happened, by the clock that came in with the command (ISO 8601, UTC). */
  occurredAt: z.iso.datetime(),
  /** Of results of jobs; events from before it was recorded have none. */
  work: workSchema.optional(),
  /** The span in which it was appended, in the form of W3C Trace Context; left out where nothing is traced. */
  traceparent: z.string().optional(),
});
export type EventMetadata = z.infer<typeof eventMetadataSchema>;
