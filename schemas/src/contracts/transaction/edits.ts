import { IMAGE_MEDIA_TYPES, MAX_UPLOAD_BYTES } from '../../constants.ts';
import type { ErrorCode } from '../../errors.ts';
import {
  blurQuerySchema,
  customBackgroundSchema,
  editBodySchema,
  maskQuerySchema,
  MAX_MASK_BYTES,
  OPERATION_ID_HEADER,
  operationParamsSchema,
} from '../../transaction/editing-http.ts';
import { transactionParamsSchema, transactionViewSchema } from '../../transaction/http.ts';
import type { MaskMode } from '../../transaction/scene.ts';
import type { Contract } from '../contract.ts';

const ofOne = { params: transactionParamsSchema, paramsError: 'transaction_not_found' } as const;
const ofOperation = { params: operationParamsSchema, paramsError: 'operation_not_found' } as const;

const edit = {
  method: 'POST',
  credentials: ['session'],
  access: { who: 'visitor', sections: ['editor'] },
  idempotent: true,
} as const;
const look = {
  method: 'GET',
  credentials: ['session'],
  access: { who: 'visitor', sections: ['editor', 'myImages'] },
} as const;

const answers = {
  200: {
    description: `The transaction with the edit in force; its pixels follow as \`edited:low\` of the pipeline. The header ${OPERATION_ID_HEADER} says which operation the edit is.`,
    schema: transactionViewSchema,
  },
} as const;
const missing = ['transaction_not_found', 'image_expired'] as const;
const commandErrors: readonly ErrorCode[] = [
  ...missing,
  'image_not_ready',
  'image_failed',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'service_unavailable',
];
const editErrors: readonly ErrorCode[] = [...commandErrors, 'too_many_edits'];

const maskErrors: readonly ErrorCode[] = [
  ...editErrors,
  'mask_invalid',
  'validation_failed',
  'upload_interrupted',
  'storage_quota_reached',
];

const mask = (mode: MaskMode, summary: string) =>
  ({
    ...edit,
    ...ofOne,
    path: `/api/transaction/:id/${mode}/`,
    summary: `${summary} The body is the mask: an 8-bit PNG read as grey, of the box's size or smaller in proportion, white under the stroke.`,
    query: maskQuerySchema,
    // file_too_large would name the limit of pictures.
    body: { maxBytes: MAX_MASK_BYTES, tooLarge: 'mask_invalid' },
    cache: 'no-store',
    answers,
    errors: maskErrors,
  }) as const satisfies Contract;

export const editContracts = {
  erase: mask('erase', 'Erases the masked part.'),
  restore: mask('restore', 'Restores the masked part from the original.'),
  refine: {
    ...mask('refine', 'Refines the edge under the mask from the photo: hair, fur, holes. Answers when done.'),
    errors: [...maskErrors, 'image_not_ready', 'refine_failed', 'image_unreadable', 'edit_unreadable'],
  },
  blur: {
    ...edit,
    ...ofOne,
    path: '/api/transaction/:id/blur/',
    summary: 'Puts the blurred photo behind its subject; 0 removes it.',
    query: blurQuerySchema,
    cache: 'no-store',
    answers,
    errors: [...editErrors, 'validation_failed'],
  },
  edit: {
    ...edit,
    ...ofOne,
    path: '/api/transaction/:id/edit/',
    summary: 'Changes background, position or shadow, each as a whole; omitted ones stay.',
    body: editBodySchema,
    cache: 'no-store',
    answers,
    errors: [...editErrors, 'background_not_found', 'validation_failed'],
  },
  restoreOperation: {
    ...edit,
    ...ofOperation,
    path: '/api/transaction/:id/op/:opId/restore/',
    summary: 'Undo and redo: returns to the picture after that operation.',
    cache: 'no-store',
    answers,
    errors: [...editErrors, 'operation_not_found'],
  },
  reset: {
    ...edit,
    ...ofOne,
    path: '/api/transaction/:id/reset/',
    summary: 'Undoes all edits, in one operation that can be undone.',
    cache: 'no-store',
    answers,
    errors: editErrors,
  },
  addBackground: {
    ...edit,
    ...ofOne,
    path: '/api/transaction/:id/background/image/',
    summary: 'Uploads a background picture; `edit` with its id applies it. The same picture again gets the same id.',
    body: { maxBytes: MAX_UPLOAD_BYTES, tooLarge: 'file_too_large' },
    isUpload: true,
    answers: { 201: { description: 'Its id and address.', schema: customBackgroundSchema } },
    errors: [
      ...commandErrors,
      'too_many_backgrounds',
      'file_empty',
      'file_too_large',
      'file_type_unsupported',
      'file_corrupt',
      'image_too_many_pixels',
      'upload_interrupted',
      'storage_quota_reached',
    ],
  },
  background: {
    ...look,
    params: transactionParamsSchema,
    paramsError: 'background_not_found',
    path: '/api/transaction/background/image/:id/',
    summary: "One of the user's custom backgrounds.",
    answers: {
      200: { description: 'The picture.', mediaTypes: IMAGE_MEDIA_TYPES },
      304: { description: 'Unchanged.' },
    },
    errors: ['background_not_found', 'image_expired'],
  },
  operationMask: {
    ...look,
    ...ofOperation,
    path: '/api/transaction/:id/op/:opId/mask/',
    summary: "A stroke's mask, as sent.",
    answers: { 200: { description: 'The mask.', mediaTypes: ['image/png'] }, 304: { description: 'Unchanged.' } },
    errors: [...missing, 'operation_not_found'],
  },
  regions: {
    ...look,
    ...ofOne,
    path: '/api/transaction/:id/embedding-mask/',
    summary: 'Regions of the preview, for the magic brush.',
    answers: { 200: { description: 'The map.', mediaTypes: ['image/png'] }, 304: { description: 'Unchanged.' } },
    errors: [...missing, 'image_not_ready', 'image_failed', 'regions_failed'],
  },
} as const satisfies Record<string, Contract>;
