import { z } from 'zod';
import { imageJobSchema } from '../../transaction/jobs.ts';
import { imageBlobSchema, sha256Schema } from '../../transaction/picture.ts';
import { madeFilesSchema, replayedStepSchema, replayVersionsSchema } from './replay.ts';
import { REPLAY_ERRORS } from './kinds.ts';

/** Separate topics: results on picture topics become events of pictures. */
export const REPLAY_JOBS = 'replay-jobs';
export const REPLAY_RESULTS = 'replay-results';

const recordedStepSchema = z.object({
  job: imageJobSchema,
  /** By name in the event, such as `matte`; empty after a failure. */
  files: z.record(z.string(), imageBlobSchema),
  /** `subject-not-found` or an error code, when no file was made. */
  ending: z.string().nullable(),
  /** SHA-256. */
  model: sha256Schema.nullable(),
  /** Null when the result names none. */
  refinement: z.int().positive().nullable(),
  renderer: z.int().positive().nullable(),
});
export type RecordedStep = z.infer<typeof recordedStepSchema>;

const replay = { replayId: z.uuid(), transactionId: z.uuid(), correlationId: z.string() };

/** The next step is requested when this one's result is in the log. */
export const replayJobSchema = z.object({
  ...replay,
  versions: replayVersionsSchema,
  /** A replay with `then` skips no step that lacks one of them. */
  models: z.array(sha256Schema),
  /** Null without a finished step. */
  step: recordedStepSchema.nullable(),
  isLast: z.boolean(),
});
export type ReplayJob = z.infer<typeof replayJobSchema>;

export const replayResultSchema = z.discriminatedUnion('kind', [
  z.object({
    ...replay,
    kind: z.literal('step-done'),
    step: replayedStepSchema,
    made: madeFilesSchema,
    isLast: z.boolean(),
  }),
  z.object({
    ...replay,
    kind: z.literal('failed'),
    errorCode: z.enum(REPLAY_ERRORS),
    at: z.string().nullable(),
    missing: z.string().nullable(),
  }),
]);
export type ReplayResult = z.infer<typeof replayResultSchema>;
