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
import { exportLayoutSchema, exportOptionsSchema } from './export-options.ts';
import { boxSchema, MASK_MODES, sceneSettingsSchema } from './scene.ts';

export const IMAGE_JOBS = 'image-jobs';
export const IMAGE_RESULTS = 'image-results';

/**
 * Lower first. First cut-outs before refinements, single pictures before bulk; a refinement that a save waits for gets
 * the save's priority.
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

const sceneSchema = z.object({
  masks: z.array(z.object({ mode: z.enum(MASK_MODES), box: boxSchema, mask: imageBlobSchema })),
  settings: sceneSettingsSchema,
  customBackground: imageBlobSchema.nullable(),
});
export type Scene = z.infer<typeof sceneSchema>;

const job = {
  /** The requesting event: ids of everything made derive from it, so a repeat makes the same. */
  jobId: z.uuid(),
  transactionId: z.uuid(),
  correlationId: z.string(),
  original: pipelineStepSchema,
  subject: subjectChoiceSchema,
  /** Waiting time counts from here. Null in old jobs. */
  askedAt: z.iso.datetime().nullable().default(null),
};

/** Null: the installation's own. */
const model = z.string().min(1).nullable().default(null);

/** Old jobs name no edge. */
const layout = exportLayoutSchema.extend({ edge: exportLayoutSchema.shape.edge.default('soft') });

export const imageJobSchema = z.discriminatedUnion('kind', [
  z.object({ ...job, kind: z.literal('remove-background'), model }),
  z.object({ ...job, kind: z.literal('refine-matte'), model, coarseMatte: imageBlobSchema }),
  z.object({
    ...job,
    kind: z.literal('render-preview'),
    opId: z.uuid(),
    scene: sceneSchema,
    resized: imageBlobSchema,
    cutOut: imageBlobSchema,
  }),
  z.object({
    ...job,
    kind: z.literal('render-hd'),
    saveId: z.uuid(),
    scene: sceneSchema,
    /** The coarse matte when refinement failed. */
    matte: imageBlobSchema,
    /** The size does not tell: a small picture's coarse matte may be full size. Null in old jobs. */
    isRefined: z.boolean().nullable().default(null),
    /** The cut-out before any edit, as it was shown. Null in jobs from before it was compared. */
    preview: imageBlobSchema.nullable().default(null),
  }),
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
    /** Old jobs have no layout. */
    options: exportOptionsSchema.extend({ layout: layout.nullable().default(null) }),
  }),
]);
export type ImageJob = z.infer<typeof imageJobSchema>;
export type JobOf<Kind extends ImageJob['kind']> = Extract<ImageJob, { kind: Kind }>;

const result = {
  jobId: z.uuid(),
  transactionId: z.uuid(),
  correlationId: z.string(),
  /** The job's; a result for an older choice is ignored. */
  subject: subjectChoiceSchema,
  /** Null in old results, and for abandoned jobs. */
  work: workSchema.nullable().default(null),
};

/** Null in old results. */
const renderer = rendererSchema.nullable().default(null);

export const imageResultSchema = z.discriminatedUnion('kind', [
  z.object({
    ...result,
    kind: z.literal('background-removed'),
    resized: pipelineStepSchema,
    transformed: pipelineStepSchema,
    coarseMatte: imageBlobSchema,
    model: modelIdentitySchema,
    /** See `BackgroundRemoved`. */
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
    /** See `scene/src/regions.ts`. */
    regions: imageBlobSchema,
    /** Default: the only one of old workers. */
    segmentation: refinementSchema.default({ method: 'graph', version: 1 }),
    renderer,
    /** See `MatteRefined`. */
    model: modelIdentitySchema.nullable().default(null),
  }),
  z.object({
    ...result,
    kind: z.literal('preview-rendered'),
    opId: z.uuid(),
    edited: pipelineStepSchema,
    /** The job's; a preview of an older cut-out is ignored. Null in old results. */
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
    /** Null in old results. */
    foreground: boxSchema.nullable().default(null),
    /** Default: the only one of old workers. */
    renderer: rendererSchema.default({ name: 'clearcut-export', version: 1 }),
  }),
  z.object({
    ...result,
    kind: z.literal('failed'),
    job: z.enum(JOB_KINDS),
    /** `opId`, `saveId` or `exportId`. */
    target: z.uuid().nullable(),
    errorCode: z.enum(JOB_ERROR_CODES),
  }),
]);
export type ImageResult = z.infer<typeof imageResultSchema>;
