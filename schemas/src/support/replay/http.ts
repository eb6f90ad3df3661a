import { z } from 'zod';
import { idSchema } from '../../id.ts';
import { namedOr, replayedStepSchema, replayRequestSchema } from './replay.ts';
import { REFINEMENT_VERSIONS, RENDERER_VERSIONS, REPLAY_ERRORS, REPLAY_STATES, VERDICTS } from './kinds.ts';
import { reasonSchema } from '../reason.ts';

export const replayBodySchema = z.strictObject({
  /** Idempotency key chosen by the caller. */
  replayId: idSchema,
  ...replayRequestSchema.shape,
  versions: namedOr(z.literal(REFINEMENT_VERSIONS), z.literal(RENDERER_VERSIONS)),
  reason: reasonSchema,
});
export type ReplayBody = z.infer<typeof replayBodySchema>;

const replayFacts = {
  id: z.uuid(),
  ...replayRequestSchema.shape,
  staffId: z.uuid(),
  reason: z.string(),
  at: z.iso.datetime(),
  state: z.enum(REPLAY_STATES),
  verdict: z.enum(VERDICTS).nullable(),
};

/** Newest first. */
export const replaySummarySchema = z.object(replayFacts);
export type ReplaySummary = z.infer<typeof replaySummarySchema>;

export const replayViewSchema = z.object({
  ...replayFacts,
  transactionId: z.uuid(),
  firstDifferentEventId: z.string().nullable(),
  failure: z
    .object({ errorCode: z.enum(REPLAY_ERRORS), at: z.string().nullable(), missing: z.string().nullable() })
    .nullable(),
  /** Null when gone or never kept. */
  filesUntil: z.iso.datetime().nullable(),
  steps: z.array(replayedStepSchema),
});
export type ReplayView = z.infer<typeof replayViewSchema>;
