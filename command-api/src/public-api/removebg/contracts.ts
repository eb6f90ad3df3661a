import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { z } from 'zod';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { CUT_OUT_ERRORS } from '../cut-out-errors.ts';
import { removeBgErrors } from './errors.ts';
import { removeBgErrorSchema, removeBgFormSchema, removeBgSchema } from './form.ts';

/** For a picture and a background, one of them in base64. */
const MAX_BODY_BYTES = 3 * MAX_UPLOAD_BYTES;

const body = {
  maxBytes: MAX_BODY_BYTES,
  tooLarge: 'file_too_large',
  forms: {
    'multipart/form-data': removeBgFormSchema,
    'application/x-www-form-urlencoded': removeBgSchema,
    'application/json': removeBgSchema,
  },
} as const;

const common = {
  credentials: ['api-key'],
  access: { who: 'user', sections: ['editor'] },
  tag: 'remove.bg',
  errorForm: removeBgErrors,
  errorSchema: removeBgErrorSchema,
} as const;

const credits = z.object({ total: z.number(), subscription: z.number(), payg: z.number(), enterprise: z.number() });

export const removeBgContracts = {
  removebg: {
    operationId: 'removeBackgroundAsRemoveBg',
    method: 'POST',
    path: '/v1.0/removebg/',
    summary:
      "Removes the background like remove.bg's API: `image_file`, `image_file_b64` or `image_url` in a form or JSON. The same request again within 15 minutes is free.",
    ...common,
    scope: 'pictures:write',
    body,
    isUpload: true,
    cache: 'no-store',
    answers: {
      200: {
        description:
          'The picture, or with `Accept: application/json` the same in base64. X-Credits-Charged tells what it cost.',
        mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'application/zip', 'application/json'],
      },
    },
    errors: CUT_OUT_ERRORS,
  },
  account: {
    operationId: 'getAccountAsRemoveBg',
    method: 'GET',
    path: '/v1.0/account/',
    summary: "The credits left, in remove.bg's form.",
    ...common,
    scope: 'account:read',
    cache: 'no-store',
    answers: {
      200: {
        description: 'The account.',
        schema: z.object({
          data: z.object({
            attributes: z.object({ credits, api: z.object({ free_calls: z.number(), sizes: z.literal('all') }) }),
          }),
        }),
      },
    },
    errors: [],
  },
  improve: {
    operationId: 'improveAsRemoveBg',
    method: 'POST',
    path: '/v1.0/improve/',
    summary: 'Gives a badly cut-out picture to the operator to keep, if enabled (KEEP_IMPROVEMENTS).',
    ...common,
    scope: 'pictures:write',
    body,
    isUpload: true,
    answers: { 200: { description: 'It was kept.', schema: z.object({ id: z.uuid() }) } },
    errors: [
      'improvements_off',
      'validation_failed',
      'upload_interrupted',
      'file_empty',
      'file_too_large',
      'file_type_unsupported',
      'file_corrupt',
      'image_too_many_pixels',
      'url_required',
      'url_invalid',
      'url_forbidden',
      'url_unreachable',
      'url_timeout',
    ],
  },
} as const satisfies Record<string, Contract>;
