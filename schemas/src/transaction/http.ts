import { z } from 'zod';
import { EDITOR_PAGE_SIZE } from '../constants.ts';

export const TRANSACTION_STATUSES = ['PENDING', 'UPLOADED', 'UPLOAD_ERROR'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

const step = z.object({ id: z.uuid() });

/** The pipeline as a client sees it: the steps that are done, each with its operation id. */
export const pipelineViewSchema = z.object({
  original: step,
  resized: step.optional(),
  transformed: step.optional(),
  improved: step.optional(),
});
export type PipelineView = z.infer<typeof pipelineViewSchema>;

/** GET /api/transaction/{id} */
export const transactionViewSchema = z.object({
  id: z.uuid(),
  status: z.enum(TRANSACTION_STATUSES),
  originalFileName: z.string(),
  pipeline: pipelineViewSchema,
  /** Editor settings; empty until the picture is edited. */
  settings: z.record(z.string(), z.unknown()),
  error: z.object({ errorCode: z.string(), message: z.string() }).nullable(),
  session_id: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** When the picture and everything made from it is deleted. */
  expiresAt: z.iso.datetime(),
  /** Pixels of the original as a person sees it. */
  width: z.int(),
  height: z.int(),
});
export type TransactionView = z.infer<typeof transactionViewSchema>;

/** POST /api/transaction/?originalFileName= (raw body) and POST /api/transaction/url/ */
export const uploadQuerySchema = z.object({ originalFileName: z.string().max(255).default('image') });
export const uploadByUrlBodySchema = z.object({ url: z.string('You must enter a URL') });
export const uploadAnswerSchema = z.object({
  id: z.uuid(),
  status: z.enum(TRANSACTION_STATUSES),
  session_id: z.uuid(),
});
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>;

/** GET /api/transaction/?pageSize */
export const transactionListQuerySchema = z.object({
  pageSize: z.coerce.number().int().min(1).max(50).default(EDITOR_PAGE_SIZE),
});
export const transactionListSchema = z.object({ transactions: z.array(transactionViewSchema) });

export const transactionParamsSchema = z.object({ id: z.uuid() });

/** Error body of every answer that is not a 2xx. */
export const errorBodySchema = z.object({
  message: z.string(),
  errorCode: z.string(),
  uuid: z.uuid(),
  validation_errors: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
