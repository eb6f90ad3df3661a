import { z } from 'zod';
import { imageJobSchema } from '../../transaction/jobs.ts';
import { imageBlobSchema, sha256Schema } from '../../transaction/picture.ts';
import { madeFilesSchema, replayedStepSchema, replayVersionsSchema } from './replay.ts';
import { REPLAY_ERRORS } from './kinds.ts';

/** Topics of their own: what comes on the topics of pictures becomes events of pictures. */
export const REPLAY_JOBS = 'replay-jobs';
export const REPLAY_RESULTS = 'replay-results';

/** A job that was done, and what the log says of it. */
const recordedStepSchema = z.object({
  job: imageJobSchema,
  /** The files that its result named, by their name in the event, for example `matte`; none where it failed. */
  files: z.record(z.string(), imageBlobSchema),
  /** How it ended where it made no file: `subject-not-found`, or the error code. */
  ending: z.string().nullable(),
  /** SHA-256 of the model that the result names. */
  model: sha256Schema.nullable(),
  /** Versions that the result names; null where it names none. */
  refinement: z.int().positive().nullable(),
  renderer: z.int().positive().nullable(),
});
export type RecordedStep = z.infer<typeof recordedStepSchema>;

const replay = { replayId: z.uuid(), transactionId: z.uuid(), correlationId: z.string() };

/** One step of a replay. The next one is asked for when its result is in the log. */
export const replayJobSchema = z.object({
  ...replay,
  versions: replayVersionsSchema,
  /** Models that the log names: a replay with those of then does no step without one of them. */
  models: z.array(sha256Schema),
  /** Null where the picture has no step that was done. */
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
