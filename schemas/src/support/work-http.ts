import { z } from 'zod';
import { reasonSchema } from './reason.ts';

/** What a redrive will do: nothing, where the picture's files are gone; `unknown` where the message names no picture of the log. */
export const REDRIVE_EFFECTS = ['again', 'nothing', 'unknown'] as const;

/** GET /api/staff/dead-letters: messages that were given up after all their attempts. */
export const deadLetterSchema = z.object({
  topic: z.string(),
  messageId: z.string(),
  /** Kind of the job or the result. */
  kind: z.string().nullable(),
  pictureId: z.uuid().nullable(),
  attempts: z.int(),
  diedAt: z.iso.datetime(),
  error: z.string(),
  effect: z.enum(REDRIVE_EFFECTS),
});
export type DeadLetterView = z.infer<typeof deadLetterSchema>;

/** Letters that one call may put back. */
const MOST_LETTERS = 1_000;

/** POST /api/staff/dead-letters/redrive. */
export const redriveBodySchema = z.strictObject({
  letters: z
    .array(z.strictObject({ topic: z.string().min(1).max(100), messageId: z.string().min(1).max(200) }))
    .min(1)
    .max(MOST_LETTERS),
  reason: reasonSchema,
});
export type RedriveBody = z.infer<typeof redriveBodySchema>;

export const redriveAnswerSchema = z.object({
  /** Ids of messages that wait again. */
  redriven: z.array(z.string()),
  /** Ids of those that were no dead letters any more. */
  missing: z.array(z.string()),
});
export type RedriveAnswer = z.infer<typeof redriveAnswerSchema>;

const WORK_STATES = ['running', 'standby', 'waiting', 'stalled', 'halted', 'silent'] as const;

/** Further, the lag of a subscriber is not counted. */
export const LAG_COUNTED_TO = 500;

/** `requestedAt` is null where none was ever asked for, `finishedAt` until it is done. */
const rebuildViewSchema = z.object({
  requestedAt: z.iso.datetime().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  events: z.number(),
  /** How much of the log it has read; null where that cannot be told. */
  share: z.number().min(0).max(1).nullable(),
  error: z.string().nullable(),
});
export type RebuildView = z.infer<typeof rebuildViewSchema>;

/** POST /api/staff/read-models/{name}/rebuild: `typed` is the name once more, so that none is rebuilt by a slip. */
export const rebuildBodySchema = z.strictObject({ typed: z.string().max(100), reason: reasonSchema });
export type RebuildBody = z.infer<typeof rebuildBodySchema>;

/** GET /api/staff/work: who follows the log, and what waits to be done. */
export const workSchema = z.object({
  subscribers: z.array(
    z.object({
      name: z.string(),
      /** `stalled`: it stays where it is while events wait for it. `silent`: no process works for it. */
      state: z.enum(WORK_STATES),
      /** Of the last event that was applied: opaque, and comparable only within one store. */
      position: z.string().nullable(),
      error: z.string().nullable(),
      silentSeconds: z.number(),
      /** Events of the log after the last one that was applied, up to `LAG_COUNTED_TO`; null where that cannot be told. */
      lagEvents: z.int().nullable(),
      /** Age of the first of them. */
      lagSeconds: z.number().nullable(),
      /** Events that it goes on without, by decision of the operator, oldest first. */
      setAside: z.array(
        z.object({ eventId: z.uuid(), stream: z.string(), version: z.int(), at: z.iso.datetime(), reason: z.string() }),
      ),
      /** Of a read model: how far its last rebuild on request is. Null for other subscribers. */
      rebuild: rebuildViewSchema.nullable(),
    }),
  ),
  queues: z.array(z.object({ topic: z.string(), waiting: z.int(), dead: z.int() })),
});
export type Work = z.infer<typeof workSchema>;
