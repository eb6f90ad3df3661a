import { z } from 'zod';
import { reasonSchema } from './reason.ts';

/** `nothing`: the files are gone. `unknown`: the message names no known picture. */
export const REDRIVE_EFFECTS = ['again', 'nothing', 'unknown'] as const;

/** Messages abandoned after all attempts. */
export const deadLetterSchema = z.object({
  topic: z.string(),
  messageId: z.string(),
  kind: z.string().nullable(),
  pictureId: z.uuid().nullable(),
  attempts: z.int(),
  diedAt: z.iso.datetime(),
  error: z.string(),
  effect: z.enum(REDRIVE_EFFECTS),
});
export type DeadLetterView = z.infer<typeof deadLetterSchema>;

const MAX_LETTERS = 1_000;

export const redriveBodySchema = z.strictObject({
  letters: z
    .array(z.strictObject({ topic: z.string().min(1).max(100), messageId: z.string().min(1).max(200) }))
    .min(1)
    .max(MAX_LETTERS),
  reason: reasonSchema,
});
export type RedriveBody = z.infer<typeof redriveBodySchema>;

export const redriveAnswerSchema = z.object({
  redriven: z.array(z.string()),
  /** No longer dead letters. */
  missing: z.array(z.string()),
});
export type RedriveAnswer = z.infer<typeof redriveAnswerSchema>;

const WORK_STATES = ['running', 'standby', 'waiting', 'stalled', 'halted', 'silent'] as const;

/** Lag is not counted beyond this. */
export const LAG_COUNTED_TO = 500;

/** `requestedAt`: null without a request. `finishedAt`: null until done. */
const rebuildViewSchema = z.object({
  requestedAt: z.iso.datetime().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  events: z.number(),
  /** Share of the log read; null when unknown. */
  share: z.number().min(0).max(1).nullable(),
  error: z.string().nullable(),
});
export type RebuildView = z.infer<typeof rebuildViewSchema>;

/** `typed` repeats the name, against slips. */
export const rebuildBodySchema = z.strictObject({ typed: z.string().max(100), reason: reasonSchema });

/** Subscribers and queues. */
export const workSchema = z.object({
  subscribers: z.array(
    z.object({
      name: z.string(),
      /** `stalled`: does not move while events wait for it. `silent`: no process works for it. */
      state: z.enum(WORK_STATES),
      /** Opaque; comparable within one store only. */
      position: z.string().nullable(),
      error: z.string().nullable(),
      silentSeconds: z.number(),
      /** Up to `LAG_COUNTED_TO`; null when unknown. */
      lagEvents: z.int().nullable(),
      lagSeconds: z.number().nullable(),
      /** Events that it skips, by the operator's decision, oldest first. */
      setAside: z.array(
        z.object({ eventId: z.uuid(), stream: z.string(), version: z.int(), at: z.iso.datetime(), reason: z.string() }),
      ),
      /** Last requested rebuild of a read model; null for other subscribers. */
      rebuild: rebuildViewSchema.nullable(),
    }),
  ),
  queues: z.array(z.object({ topic: z.string(), waiting: z.int(), dead: z.int() })),
});
export type Work = z.infer<typeof workSchema>;
