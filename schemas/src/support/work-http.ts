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

export const WORK_STATES = ['running', 'standby', 'waiting', 'halted', 'silent'] as const;

/** GET /api/staff/work: who follows the log, and what waits to be done. */
export const workSchema = z.object({
  subscribers: z.array(
    z.object({
      name: z.string(),
      /** `silent`: no process works for it. */
      state: z.enum(WORK_STATES),
      /** Of the last event that was applied: opaque, and comparable only within one store. */
      position: z.string().nullable(),
      error: z.string().nullable(),
      silentSeconds: z.number(),
    }),
  ),
  queues: z.array(z.object({ topic: z.string(), waiting: z.int(), dead: z.int() })),
});
export type Work = z.infer<typeof workSchema>;
