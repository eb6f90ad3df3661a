import { IMAGE_MEDIA_TYPES } from '@clearcut/schemas/constants';
import type { ErrorCode } from '@clearcut/schemas/errors';
import {
  transactionListQuerySchema,
  transactionListSchema,
  transactionParamsSchema,
  transactionViewSchema,
  uploadAnswerSchema,
  uploadByUrlBodySchema,
  uploadQuerySchema,
} from '@clearcut/schemas/transaction/http';
import type { Contract } from '../http/contract.ts';

const ofOne = { params: transactionParamsSchema, paramsError: 'transaction_not_found' } as const;

const uploadErrors: readonly ErrorCode[] = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'file_empty',
  'file_too_large',
  'file_type_unsupported',
  'file_corrupt',
  'image_too_many_pixels',
  'validation_failed',
];

export const transactionContracts = {
  uploadFile: {
    method: 'POST',
    path: '/api/transaction/',
    summary: 'Uploads a picture: PNG, JPG or WEBP, 25 MB and 50 megapixels at most. Its type is told from its bytes.',
    credentials: 'client-id',
    query: uploadQuerySchema,
    body: 'bytes',
    idempotent: true,
    isUpload: true,
    answers: { 201: { description: 'The transaction, PENDING.', schema: uploadAnswerSchema } },
    errors: [...uploadErrors, 'upload_interrupted'],
  },
  uploadByUrl: {
    method: 'POST',
    path: '/api/transaction/url/',
    summary: 'Uploads the picture at a public http or https address (ports 80, 443, 8080 and 8443).',
    credentials: 'client-id',
    body: uploadByUrlBodySchema,
    bodyError: 'url_required',
    idempotent: true,
    isUpload: true,
    answers: { 201: { description: 'The transaction, PENDING.', schema: uploadAnswerSchema } },
    errors: [...uploadErrors, 'url_required', 'url_invalid', 'url_forbidden', 'url_unreachable', 'url_timeout'],
  },
  list: {
    method: 'GET',
    path: '/api/transaction/',
    summary: 'The newest transactions of the requester.',
    credentials: 'either',
    query: transactionListQuerySchema,
    answers: { 200: { description: 'Newest first.', schema: transactionListSchema } },
    errors: ['validation_failed'],
  },
  get: {
    method: 'GET',
    path: '/api/transaction/:id/',
    summary: 'One transaction.',
    credentials: 'either',
    ...ofOne,
    answers: { 200: { description: 'The transaction.', schema: transactionViewSchema } },
    errors: ['transaction_not_found', 'image_expired'],
  },
  events: {
    method: 'GET',
    path: '/api/transaction/:id/events/',
    summary:
      'Server-sent events, each the whole transaction as `GET /api/transaction/{id}/` answers it: one at once, one for each change. Ends when the transaction is deleted or expires.',
    credentials: 'either',
    ...ofOne,
    answers: { 200: { description: 'The stream.', mediaTypes: ['text/event-stream'] } },
    errors: ['transaction_not_found', 'image_expired'],
  },
  original: {
    method: 'GET',
    path: '/api/transaction/:id/proxy/image/',
    summary: 'The bytes that were uploaded.',
    credentials: 'either',
    ...ofOne,
    answers: {
      200: { description: 'The original.', mediaTypes: IMAGE_MEDIA_TYPES },
      304: { description: 'Unchanged.' },
    },
    errors: ['transaction_not_found', 'image_expired'],
  },
  downloadLow: {
    method: 'GET',
    path: '/api/transaction/:id/download/low/',
    summary: 'The cut-out with alpha at preview size (longest side 500), the refined one as soon as it is there.',
    credentials: 'either',
    ...ofOne,
    answers: { 200: { description: 'The cut-out.', mediaTypes: ['image/png'] }, 304: { description: 'Unchanged.' } },
    errors: ['transaction_not_found', 'image_expired', 'image_not_ready', 'image_failed'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/transaction/:id/',
    summary: 'Deletes the transaction and everything made from its picture. Deleting it again is a success.',
    credentials: 'client-id',
    ...ofOne,
    answers: { 204: { description: 'It is deleted.' } },
    errors: ['transaction_not_found'],
  },
} as const satisfies Record<string, Contract>;
