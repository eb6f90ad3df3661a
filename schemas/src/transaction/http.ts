import { z } from 'zod';
import { idSchema } from '../id.ts';
import { EDITOR_PAGE_SIZE, MAX_PAGE, QUEUE } from '../constants.ts';
import { queryNumber } from '../http/query-number.ts';
import { customBackgroundSchema, editsViewSchema } from './editing-http.ts';
import { saveViewSchema } from './saves-http.ts';
import { sceneSettingsSchema } from './scene.ts';
import { subjectChoiceSchema, subjectFields, subjectQueryFields, withSubject } from './subject.ts';

const TRANSACTION_STATUSES = ['PENDING', 'UPLOADED', 'UPLOAD_ERROR'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

const step = z.object({ id: z.uuid() });

/** Finished steps, each with its operation id. */
const pipelineViewSchema = z.object({
  original: step,
  resized: step.optional(),
  transformed: step.optional(),
  improved: step.optional(),
  /** The newest HD file. */
  edited: step.optional(),
  /** The preview with all edits, as soon as it is rendered. */
  'edited:low': step.optional(),
});
export type PipelineView = z.infer<typeof pipelineViewSchema>;

/** How much longer a picture takes. */
export const queuePlaceSchema = z.object({
  /** Jobs served before it, the owner's own included; `QUEUE.countedTo` stands for that many or more. */
  ahead: z.int().min(QUEUE.shownFrom).max(QUEUE.countedTo),
});
export type QueuePlace = z.infer<typeof queuePlaceSchema>;

export const transactionViewSchema = z.object({
  id: z.uuid(),
  status: z.enum(TRANSACTION_STATUSES),
  originalFileName: z.string(),
  pipeline: pipelineViewSchema,
  settings: sceneSettingsSchema,
  edits: editsViewSchema,
  /** The user's custom backgrounds for this one. */
  customBackgrounds: z.array(customBackgroundSchema),
  /** The newest HD save; null before the first. */
  save: saveViewSchema.nullable(),
  /** The bulk upload that it came with. */
  batchId: z.uuid().nullable(),
  /** The picture that it is another cut-out of, while that exists. */
  forkOf: z.uuid().nullable(),
  /** Other cut-outs of it, oldest first. */
  forks: z.array(z.uuid()),
  isBySupport: z.boolean(),
  /** Null once tried. */
  betterModel: z.object({ name: z.string(), version: z.string() }).nullable(),
  subject: subjectChoiceSchema,
  /** The model was unsure. */
  isGuess: z.boolean(),
  error: z.object({ errorCode: z.string(), message: z.string() }).nullable(),
  /** Single pictures only, while PENDING behind many. */
  queue: queuePlaceSchema.optional(),
  session_id: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Pixels after EXIF orientation. */
  width: z.int(),
  height: z.int(),
});
export type TransactionView = z.infer<typeof transactionViewSchema>;

export const uploadQuerySchema = withSubject(
  z.object({
    originalFileName: z.string().max(255).default('image'),
    batchId: idSchema.optional(),
    ...subjectQueryFields,
  }),
);
/** A missing address is refused under its own code. */
export const uploadByUrlBodySchema = withSubject(z.object({ url: z.string().catch(''), ...subjectFields }));
export const uploadAnswerSchema = z.object({
  id: z.uuid(),
  status: z.enum(TRANSACTION_STATUSES),
  session_id: z.uuid(),
});
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>;

export const transactionListQuerySchema = z.object({
  pageSize: queryNumber(z.int().min(1).max(100).default(EDITOR_PAGE_SIZE)),
  page: queryNumber(z.int().min(1).max(MAX_PAGE).default(1)),
  batchId: idSchema.optional(),
  /** Part of the file name, in any case. */
  name: z.string().min(1).max(255).optional(),
});
export const transactionListSchema = z.object({
  transactions: z.array(transactionViewSchema),
  total: z.int().min(0),
});

export const transactionParamsSchema = z.object({ id: idSchema });

export const errorBodySchema = z
  .object({
    message: z.string(),
    errorCode: z.string(),
    uuid: z.uuid(),
    validation_errors: z.record(z.string(), z.string()).optional(),
    /** Jobs before it; `QUEUE.countedTo` means that many or more. */
    queue: z.object({ ahead: z.int().min(0).max(QUEUE.countedTo) }).optional(),
  })
  .meta({ id: 'Error' });
/** RFC 9457, for `Accept: application/problem+json`. */
export const problemSchema = errorBodySchema
  .extend({ type: z.string(), title: z.string(), status: z.int(), detail: z.string(), instance: z.string() })
  .meta({ id: 'Problem' });
export type ErrorBody = z.infer<typeof errorBodySchema>;
