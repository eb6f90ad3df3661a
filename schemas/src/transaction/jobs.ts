import { z } from 'zod';
import { JOB_ERROR_CODES } from '../errors.ts';
import { workSchema } from '../event-metadata.ts';
import { subjectChoiceSchema } from './subject.ts';
import {
  imageBlobSchema,
  modelIdentitySchema,
  pipelineStepSchema,
  refinementSchema,
  rendererSchema,
} from './picture.ts';
import { exportOptionsSchema } from './export-options.ts';
import { boxSchema, MASK_MODES, sceneSettingsSchema } from './scene.ts';

/** Topics of the message bus between the relay, the workers and the command API. */
export const IMAGE_JOBS = 'image-jobs';
export const IMAGE_RESULTS = 'image-results';

/**
 * Order in which waiting jobs are served: lower first. What a user waits for goes first: a first cut-out before any
 * refinement, and every job of a single picture before any job of a bulk upload. A refinement that a save waits for has the
 * priority of the save.
 */
export const JOB_PRIORITY = {
  removeBackground: 0,
  renderHd: 0,
  makeExport: 0,
  refineEdge: 0,
  renderPreview: 1,
  refineMatte: 2,
  bulkRemoveBackground: 3,
  bulkRenderHd: 3,
  bulkRefineMatte: 4,
} as const;

export const JOB_KINDS = [
  'remove-background',
  'refine-matte',
  'render-preview',
  'render-hd',
  'refine-edge',
  'make-export',
] as const satisfies readonly ImageJob['kind'][];

/** What is drawn: `EditedScene` with the picture behind it, when that is one of the user's own. */
const sceneSchema = z.object({
  masks: z.array(z.object({ mode: z.enum(MASK_MODES), box: boxSchema, mask: imageBlobSchema })),
  settings: sceneSettingsSchema,
  customBackground: imageBlobSchema.nullable(),
});
export type Scene = z.infer<typeof sceneSchema>;

const job = {
  /** The event that asked for the job: ids of everything the job makes derive from it, so a repeat makes the same. */
  jobId: z.uuid(),
  transactionId: z.uuid(),
  correlationId: z.string(),
  original: pipelineStepSchema,
  subject: subjectChoiceSchema,
  /** When it was asked for: how long it waited counts from here. Null in jobs from before it was said. */
  askedAt: z.iso.datetime().nullable().default(null),
};

/** Name of the model that the picture is to be cut out with, and no other; null: with what the installation uses. Jobs from before it could be chosen say nothing. */
const model = z.string().min(1).nullable().default(null);

export const imageJobSchema = z.discriminatedUnion('kind', [
  z.object({ ...job, kind: z.literal('remove-background'), model }),
  z.object({ ...job, kind: z.literal('refine-matte'), model, coarseMatte: imageBlobSchema }),
  /** The preview as operation `opId` left it. */
  z.object({
    ...job,
    kind: z.literal('render-preview'),
    opId: z.uuid(),
    scene: sceneSchema,
    resized: imageBlobSchema,
    /** The preview cut-out without edits: the improved one as soon as there is one. */
    cutOut: imageBlobSchema,
  }),
  z.object({
    ...job,
    kind: z.literal('render-hd'),
    saveId: z.uuid(),
    scene: sceneSchema,
    /** The refined matte; the coarse one where refinement failed. */
    matte: imageBlobSchema,
    /** Its size does not tell: a coarse one of a small picture may have the picture's own. Null in jobs from before it was said. */
    isRefined: z.boolean().nullable().default(null),
    /** The cut-out before any edit, as it was shown. Null in jobs from before it was compared. */
    preview: imageBlobSchema.nullable().default(null),
  }),
  /** The edge under a stroke, found anew in the picture as its masks so far left it. */
  z.object({
    ...job,
    kind: z.literal('refine-edge'),
    opId: z.uuid(),
    masks: sceneSchema.shape.masks,
    stroke: z.object({ box: boxSchema, mask: imageBlobSchema }),
    matte: imageBlobSchema,
    isRefined: z.boolean(),
  }),
  z.object({
    ...job,
    kind: z.literal('make-export'),
    exportId: z.uuid(),
    source: imageBlobSchema,
    /** Jobs from before there were layouts say nothing of one. */
    options: exportOptionsSchema.extend({ layout: exportOptionsSchema.shape.layout.default(null) }),
  }),
]);
export type ImageJob = z.infer<typeof imageJobSchema>;
export type JobOf<Kind extends ImageJob['kind']> = Extract<ImageJob, { kind: Kind }>;

const result = {
  jobId: z.uuid(),
  transactionId: z.uuid(),
  correlationId: z.string(),
  /** The job's: a result for a subject that is no longer the one chosen comes too late. */
  subject: subjectChoiceSchema,
  /** How it was made. Null in results from before it was said, and of a job that was given up. */
  work: workSchema.nullable().default(null),
};

/** Null in results from before it was said. */
const renderer = rendererSchema.nullable().default(null);

export const imageResultSchema = z.discriminatedUnion('kind', [
  z.object({
    ...result,
    kind: z.literal('background-removed'),
    resized: pipelineStepSchema,
    transformed: pipelineStepSchema,
    coarseMatte: imageBlobSchema,
    model: modelIdentitySchema,
    /** See `BackgroundRemoved`. Results from before there were guesses say nothing of it. */
    isGuess: z.boolean().default(false),
    renderer,
  }),
  z.object({ ...result, kind: z.literal('subject-not-found'), model: modelIdentitySchema }),
  z.object({
    ...result,
    kind: z.literal('matte-refined'),
    improved: pipelineStepSchema,
    matte: imageBlobSchema,
    refinement: refinementSchema,
    /** What the magic brush keeps to: see `scene/src/regions.ts`. */
    regions: imageBlobSchema,
    /** Left out by workers from before there was another one. */
    segmentation: refinementSchema.default({ method: 'graph', version: 1 }),
    renderer,
    /** See `MatteRefined`. Results from before there was a second model say nothing of it. */
    model: modelIdentitySchema.nullable().default(null),
  }),
  z.object({
    ...result,
    kind: z.literal('preview-rendered'),
    opId: z.uuid(),
    edited: pipelineStepSchema,
    /** The job's: a preview of a cut-out that is no longer the one there is comes too late. Null in results from before it was said. */
    cutOut: imageBlobSchema.nullable().default(null),
    renderer,
  }),
  z.object({
    ...result,
    kind: z.literal('hd-rendered'),
    saveId: z.uuid(),
    file: pipelineStepSchema,
    renderer: rendererSchema,
  }),
  z.object({
    ...result,
    kind: z.literal('edge-refined'),
    opId: z.uuid(),
    box: boxSchema,
    patch: imageBlobSchema,
    refinement: refinementSchema,
  }),
  z.object({
    ...result,
    kind: z.literal('export-made'),
    exportId: z.uuid(),
    file: imageBlobSchema,
    /** Null in results from before it was said. */
    foreground: boxSchema.nullable().default(null),
    /** Left out by workers from before there was another one. */
    renderer: rendererSchema.default({ name: 'clearcut-export', version: 1 }),
  }),
  z.object({
    ...result,
    kind: z.literal('failed'),
    job: z.enum(JOB_KINDS),
    /** What the job was to make: its `opId`, `saveId` or `exportId`, where it has one. */
    target: z.uuid().nullable(),
    errorCode: z.enum(JOB_ERROR_CODES),
  }),
]);
export type ImageResult = z.infer<typeof imageResultSchema>;
