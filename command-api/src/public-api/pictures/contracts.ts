import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import type { ErrorCode } from '@clearcut/schemas/errors';
import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '@clearcut/schemas/http/credit-headers';
import {
  fileQuerySchema,
  newPictureFormSchema,
  newPictureSchema,
  pictureListQuerySchema,
  pictureListSchema,
  pictureSaveSchema,
  pictureSchema,
} from '@clearcut/schemas/public-api/pictures';
import { editBodySchema } from '@clearcut/schemas/transaction/editing-http';
import { transactionParamsSchema } from '@clearcut/schemas/transaction/http';
import { saveBodySchema } from '@clearcut/schemas/transaction/saves-http';
import { FILE_FORMS, fileAnswers, fileFailures } from '@clearcut/schemas/contracts/transaction/downloads';
import { readAccess, writeAccess, type PromisedContract } from '../promised.ts';

/** For a picture in base64 within JSON. */
const MAX_BODY_BYTES = 1.5 * MAX_UPLOAD_BYTES;

const tag = 'Pictures';
const ofOne = { params: transactionParamsSchema, paramsError: 'picture_not_found' } as const;
const missing = ['picture_not_found', 'image_expired'] as const;

const links = {
  getPicture: { id: '$response.body#/id' },
  savePicture: { id: '$response.body#/id' },
  getPictureFile: { id: '$response.body#/id' },
  deletePicture: { id: '$response.body#/id' },
} as const;

const repeated: readonly ErrorCode[] = ['idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_key_in_use'];

export const pictureContracts = {
  create: {
    ...writeAccess,
    operationId: 'createPicture',
    tag,
    method: 'POST',
    path: '/v1/pictures/',
    scope: 'pictures:write',
    summary:
      'Uploads a picture and removes its background: `file` of a form, or `fileBase64` or `url` in JSON. Answers 202 at once; with `Prefer: wait=30`, waits up to 30 seconds and answers 200 when the picture is done.',
    body: {
      maxBytes: MAX_BODY_BYTES,
      tooLarge: 'file_too_large',
      forms: { 'multipart/form-data': newPictureFormSchema, 'application/json': newPictureSchema },
    },
    idempotent: true,
    waits: true,
    isUpload: true,
    cache: 'no-store',
    answers: {
      200: { description: 'The picture, ready or failed.', schema: pictureSchema, links },
      202: { description: 'The picture, which is being worked on; `Location` names it.', schema: pictureSchema, links },
    },
    errors: [
      ...repeated,
      'picture_required',
      'validation_failed',
      'file_empty',
      'file_too_large',
      'file_type_unsupported',
      'file_corrupt',
      'image_too_many_pixels',
      'subject_outside',
      'upload_interrupted',
      'url_required',
      'url_invalid',
      'url_forbidden',
      'url_unreachable',
      'url_timeout',
      'bulk_not_in_plan',
      'bulk_full',
      'storage_quota_reached',
      'queue_quota_reached',
      'queue_full',
      'image_expired',
      'picture_not_found',
    ],
  },
  list: {
    ...readAccess,
    operationId: 'listPictures',
    tag,
    method: 'GET',
    path: '/v1/pictures/',
    scope: 'pictures:read',
    summary: "Lists the key's member's pictures, newest first: all, or those of one batch.",
    query: pictureListQuerySchema,
    cache: 'no-store',
    answers: { 200: { description: 'One page; `nextCursor` leads to the next one.', schema: pictureListSchema } },
    errors: ['validation_failed'],
  },
  get: {
    ...readAccess,
    operationId: 'getPicture',
    tag,
    method: 'GET',
    path: '/v1/pictures/:id/',
    scope: 'pictures:read',
    summary: 'One picture. With `Prefer: wait=30`, answers when it is done, or after 30 seconds.',
    ...ofOne,
    waits: true,
    cache: 'no-store',
    answers: { 200: { description: 'The picture.', schema: pictureSchema } },
    errors: missing,
  },
  events: {
    ...readAccess,
    operationId: 'watchPicture',
    tag,
    method: 'GET',
    path: '/v1/pictures/:id/events/',
    scope: 'pictures:read',
    summary:
      'Server-sent events with the picture without its `queue`: one at once, one per change. Ends when the picture is deleted or expires, or the key ends.',
    ...ofOne,
    answers: { 200: { description: 'The stream.', mediaTypes: ['text/event-stream'] } },
    errors: [...missing, 'too_many_streams'],
  },
  remove: {
    ...writeAccess,
    operationId: 'deletePicture',
    tag,
    method: 'DELETE',
    path: '/v1/pictures/:id/',
    scope: 'pictures:write',
    summary: 'Deletes the picture and everything made from it. Idempotent.',
    ...ofOne,
    answers: { 204: { description: 'It is deleted.' } },
    errors: ['picture_not_found'],
  },
  settings: {
    ...writeAccess,
    operationId: 'changePictureSettings',
    tag,
    method: 'PATCH',
    path: '/v1/pictures/:id/settings/',
    scope: 'pictures:write',
    summary: 'Changes background, position or shadow, each as a whole; omitted ones stay.',
    ...ofOne,
    body: editBodySchema,
    idempotent: true,
    cache: 'no-store',
    answers: { 200: { description: 'The picture with its new settings.', schema: pictureSchema } },
    errors: [
      ...missing,
      'image_not_ready',
      'image_failed',
      'too_many_edits',
      'background_not_found',
      'validation_failed',
      'idempotency_key_invalid',
      'idempotency_key_reused',
    ],
  },
  save: {
    ...writeAccess,
    operationId: 'savePicture',
    tag,
    method: 'POST',
    path: '/v1/pictures/:id/saves/',
    scope: 'saves:write',
    summary:
      'Saves the current picture in HD for one credit, and answers when the file is ready. With `Prefer: respond-async`, answers 202 once the save is recorded. Saving the same version again is free. A picture with `isGuess` needs `acceptGuess`.',
    ...ofOne,
    body: saveBodySchema,
    idempotent: true,
    waits: true,
    cache: 'no-store',
    answers: {
      200: {
        description: `The save. The headers ${CREDITS_CHARGED_HEADER} and ${CREDITS_LEFT_HEADER} say the same as its fields.`,
        schema: pictureSaveSchema,
      },
      202: { description: 'The save, which is being made; the picture will show it.', schema: pictureSaveSchema },
    },
    errors: [
      ...missing,
      ...repeated,
      'no_credits',
      'api_key_credits_used',
      'image_not_ready',
      'image_failed',
      'guess_unconfirmed',
      'background_not_found',
      'too_many_edits',
      'validation_failed',
      'save_failed',
      'render_failed',
      'edit_unreadable',
      'subject_lost',
      'save_queued',
    ],
  },
  file: {
    ...readAccess,
    operationId: 'getPictureFile',
    tag,
    method: 'GET',
    path: '/v1/pictures/:id/file/',
    scope: 'pictures:read',
    summary:
      "The finished picture: the free `preview` (longest side 500), or a save's `hd` file. " +
      FILE_FORMS +
      ' `zip` holds the colours as a JPG and the matte as a PNG.',
    ...ofOne,
    query: fileQuerySchema,
    answers: {
      ...fileAnswers,
      200: { ...fileAnswers[200], mediaTypes: [...fileAnswers[200].mediaTypes, 'application/zip'] },
    },
    errors: [...missing, ...fileFailures, 'nothing_saved', 'save_not_found'],
  },
} as const satisfies Record<string, PromisedContract>;
