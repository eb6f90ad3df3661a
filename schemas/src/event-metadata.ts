import { z } from 'zod';

/** Ids only: erasable tables hold names and addresses. */
export const actorSchema = z.discriminatedUnion('kind', [
  /** Id of the anonymous session. */
  z.object({ kind: z.literal('anonymous'), id: z.string() }),
  /** `keyId`: the API key that acted for the person; absent in old events. */
  z.object({ kind: z.literal('user'), id: z.uuid(), keyId: z.uuid().optional() }),
  z.object({ kind: z.literal('staff'), id: z.uuid() }),
  /** `id`: the operator's command. */
  z.object({ kind: z.literal('operator'), id: z.string() }),
  /** `id`: the service's name. */
  z.object({ kind: z.literal('system'), id: z.string() }),
]);
export type Actor = z.infer<typeof actorSchema>;

/** Two machines may make different bytes from the same inputs. */
export const environmentSchema = z.object({
  /** Product version and a digest of the code that makes pixels. */
  build: z.string(),
  node: z.string(),
  onnxruntime: z.string(),
  libvips: z.string(),
  arch: z.string(),
  cpu: z.string(),
});
export type Environment = z.infer<typeof environmentSchema>;

export const workSchema = z.object({
  /** From 1. */
  attempt: z.int().positive(),
  /** From the requesting event to the start of this try; null when unknown. */
  queuedMs: z.int().nonnegative().nullable(),
  ms: z.int().nonnegative(),
  environment: environmentSchema,
});
export type Work = z.infer<typeof workSchema>;

const eventMetadataSchema = z.object({
  /** Shared by everything one request caused. */
  correlationId: z.string(),
  /** Command or event that caused this one. */
  causationId: z.string(),
  actor: actorSchema,
  /** ISO 8601, UTC, from the clock passed with the command. */
  occurredAt: z.iso.datetime(),
  /** Results of jobs only; absent in old events. */
  work: workSchema.optional(),
  /** W3C Trace Context; absent without tracing. */
  traceparent: z.string().optional(),
});
export type EventMetadata = z.infer<typeof eventMetadataSchema>;
