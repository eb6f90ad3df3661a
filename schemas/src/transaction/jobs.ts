import { z } from 'zod';
import { JOB_ERROR_CODES } from '../errors.ts';
import { imageBlobSchema, modelIdentitySchema, pipelineStepSchema, refinementSchema } from './events.ts';

/** Topics of the message bus between the relay, the workers and the command API. */
export const IMAGE_JOBS = 'image-jobs';
export const IMAGE_RESULTS = 'image-results';

/** Order in which waiting jobs are served: lower first. A first cut-out goes before anybody's refinement. */
export const JOB_PRIORITY = { removeBackground: 0, refineMatte: 1 } as const;

const job = {
  /** The event that asked for the job: ids of everything the job makes derive from it, so a repeat makes the same. */
  jobId: z.uuid(),
  transactionId: z.uuid(),
  correlationId: z.string(),
  original: pipelineStepSchema,
};

export const imageJobSchema = z.discriminatedUnion('kind', [
  z.object({ ...job, kind: z.literal('remove-background') }),
  z.object({ ...job, kind: z.literal('refine-matte'), coarseMatte: imageBlobSchema }),
]);
export type ImageJob = z.infer<typeof imageJobSchema>;

const result = { jobId: z.uuid(), transactionId: z.uuid(), correlationId: z.string() };

export const imageResultSchema = z.discriminatedUnion('kind', [
  z.object({
    ...result,
    kind: z.literal('background-removed'),
    resized: pipelineStepSchema,
    transformed: pipelineStepSchema,
    coarseMatte: imageBlobSchema,
    model: modelIdentitySchema,
  }),
  z.object({ ...result, kind: z.literal('subject-not-found'), model: modelIdentitySchema }),
  z.object({
    ...result,
    kind: z.literal('matte-refined'),
    improved: pipelineStepSchema,
    matte: imageBlobSchema,
    refinement: refinementSchema,
  }),
  z.object({
    ...result,
    kind: z.literal('failed'),
    job: z.enum(['remove-background', 'refine-matte']),
    errorCode: z.enum(JOB_ERROR_CODES),
  }),
]);
export type ImageResult = z.infer<typeof imageResultSchema>;
