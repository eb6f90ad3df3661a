import { IMAGE_MEDIA_TYPES, MAX_UPLOAD_BYTES } from '../../constants.ts';
import type { ErrorCode } from '../../errors.ts';
import { imageQuerySchema } from '../../transaction/editing-http.ts';
import { linkImagesAnswerSchema, linkImagesBodySchema } from '../../team/http.ts';
import {
  transactionListQuerySchema,
  transactionListSchema,
  transactionParamsSchema,
  transactionViewSchema,
  uploadAnswerSchema,
  uploadByUrlBodySchema,
  uploadQuerySchema,
} from '../../transaction/http.ts';
import { limitsSchema } from '../../transaction/limits.ts';
import { chooseSubjectBodySchema } from '../../transaction/subject.ts';
import type { Contract } from '../contract.ts';

const ofOne = { params: transactionParamsSchema, paramsError: 'transaction_not_found' } as const;

/** Pictures belong to both sections, the editor and My images. */
const editing = { who: 'visitor', sections: ['editor'] } as const;
const opening = { who: 'visitor', sections: ['editor', 'myImages'] } as const;

const uploadErrors: readonly ErrorCode[] = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'file_empty',
  'file_too_large',
  'file_type_unsupported',
  'file_corrupt',
  'image_too_many_pixels',
  'subject_outside',
  'validation_failed',
  'storage_quota_reached',
  'queue_quota_reached',
  'queue_full',
];

export const transactionContracts = {
  uploadFile: {
    method: 'POST',
    path: '/api/transaction/',
    summary:
      'Uploads a PNG, JPG or WEBP, recognised by its bytes, of at most 25 MB and 50 megapixels. `batchId` makes it part of a bulk upload, for members whose plan includes it.',
    credentials: ['session'],
    access: editing,
    query: uploadQuerySchema,
    body: { maxBytes: MAX_UPLOAD_BYTES, tooLarge: 'file_too_large' },
    idempotent: true,
    isUpload: true,
    answers: { 201: { description: 'The transaction, PENDING.', schema: uploadAnswerSchema } },
    errors: [...uploadErrors, 'upload_interrupted', 'not_logged_in', 'bulk_not_in_plan', 'bulk_full'],
  },
  uploadByUrl: {
    method: 'POST',
    path: '/api/transaction/url/',
    summary: 'Uploads the picture at a public http or https address (ports 80, 443, 8080 and 8443).',
    credentials: ['session'],
    access: editing,
    body: uploadByUrlBodySchema,
    idempotent: true,
    isUpload: true,
    answers: { 201: { description: 'The transaction, PENDING.', schema: uploadAnswerSchema } },
    errors: [...uploadErrors, 'url_required', 'url_invalid', 'url_forbidden', 'url_unreachable', 'url_timeout'],
  },
  chooseSubject: {
    method: 'POST',
    path: '/api/transaction/:id/subject/',
    summary:
      'Chooses the subject: a box `roi` [x1, y1, x2, y2] or a `point` [x, y], in pixels of the upright original, or `type` auto. Cuts the picture out again, which is PENDING until then.',
    credentials: ['session'],
    access: editing,
    ...ofOne,
    body: chooseSubjectBodySchema,
    isUpload: true,
    cache: 'no-store',
    answers: { 200: { description: 'The transaction.', schema: transactionViewSchema } },
    errors: [
      'transaction_not_found',
      'image_expired',
      'subject_outside',
      'too_many_edits',
      'queue_quota_reached',
      'validation_failed',
    ],
  },
  list: {
    method: 'GET',
    path: '/api/transaction/',
    summary: "Lists the requester's transactions by page: all, or those of one bulk upload.",
    credentials: ['session'],
    access: opening,
    query: transactionListQuerySchema,
    cache: 'no-store',
    answers: { 200: { description: 'Newest first.', schema: transactionListSchema } },
    errors: ['validation_failed'],
  },
  limits: {
    method: 'GET',
    path: '/api/transaction/limits/',
    summary: 'Limits that refuse the next upload: name, scope, and when each frees.',
    credentials: ['session'],
    access: opening,
    cache: 'no-store',
    answers: { 200: { description: 'None, mostly.', schema: limitsSchema } },
    errors: ['client_id_required'],
  },
  get: {
    method: 'GET',
    path: '/api/transaction/:id/',
    summary: 'One transaction.',
    credentials: ['session'],
    access: opening,
    ...ofOne,
    cache: 'no-store',
    answers: { 200: { description: 'The transaction.', schema: transactionViewSchema } },
    errors: ['transaction_not_found', 'image_expired'],
  },
  events: {
    method: 'GET',
    path: '/api/transaction/:id/events/',
    summary:
      'Server-sent events with the whole transaction without its `queue`: one at once, one per change. Ends when the transaction is deleted or expires, or access ends.',
    credentials: ['session'],
    access: opening,
    ...ofOne,
    answers: { 200: { description: 'The stream.', mediaTypes: ['text/event-stream'] } },
    errors: ['transaction_not_found', 'image_expired', 'too_many_streams'],
  },
  original: {
    method: 'GET',
    path: '/api/transaction/:id/proxy/image/',
    summary: "A pipeline step's file: the upload by default; `edited` is the preview with all edits.",
    credentials: ['session'],
    access: opening,
    ...ofOne,
    query: imageQuerySchema,
    answers: {
      200: { description: 'The picture.', mediaTypes: IMAGE_MEDIA_TYPES },
      206: { description: 'The part of it that the header Range asked for.', mediaTypes: IMAGE_MEDIA_TYPES },
      304: { description: 'Unchanged.' },
    },
    errors: [
      'transaction_not_found',
      'image_expired',
      'image_not_ready',
      'image_failed',
      'range_not_satisfiable',
      'validation_failed',
    ],
  },
  remove: {
    method: 'DELETE',
    path: '/api/transaction/:id/',
    summary: 'Deletes the picture and everything made from it. Idempotent.',
    credentials: ['session'],
    access: opening,
    ...ofOne,
    answers: { 204: { description: 'It is deleted.' } },
    errors: ['transaction_not_found'],
  },
  link: {
    method: 'POST',
    path: '/api/transaction/link-anonymous-images/',
    summary:
      "Moves an anonymous session's pictures to the account that logged in from it (named by the profile). A repeat moves the rest.",
    credentials: ['session'],
    access: { who: 'user' },
    // Runs right after each login: earlier uploads would be lost otherwise.
    beforeSecondFactor: true,
    body: linkImagesBodySchema,
    answers: { 200: { description: 'How many were moved.', schema: linkImagesAnswerSchema } },
    errors: ['validation_failed', 'link_images_failed'],
  },
} as const satisfies Record<string, Contract>;
