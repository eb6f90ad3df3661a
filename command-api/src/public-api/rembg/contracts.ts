import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { z } from 'zod';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { CUT_OUT_ERRORS } from '../cut-out-errors.ts';
import { rembgErrors } from './errors.ts';

const MAX_BODY_BYTES = MAX_UPLOAD_BYTES + 64 * 1024;

const text = z.string().optional();

/** Raw; `parameters.ts` checks them. */
const querySchema = z.looseObject({
  model: text,
  a: text,
  af: text,
  ab: text,
  ae: text,
  om: text,
  ppm: text,
  dc: text,
  vm: text,
  bgc: text,
  extras: text,
});

const formSchema = querySchema.extend({ file: z.file() }).meta({ id: 'RembgForm' });

const rembgErrorSchema = z
  .object({
    detail: z.union([z.string(), z.array(z.object({ loc: z.array(z.string()), msg: z.string(), type: z.string() }))]),
  })
  .meta({ id: 'RembgError' });

const common = {
  path: '/api/remove/',
  credentials: [],
  access: { who: 'anyone' },
  isUpload: true,
  tag: 'rembg',
  errorForm: rembgErrors,
  errorSchema: rembgErrorSchema,
  cache: 'no-store',
  answers: { 200: { description: 'The cut-out, or its matte with `om`.', mediaTypes: ['image/png'] } },
  errors: [
    ...CUT_OUT_ERRORS,
    'not_found',
    'api_key_required',
    'api_key_invalid',
    'api_key_network_forbidden',
    'api_key_scope_missing',
    'forbidden',
    'storage_full',
    'service_unavailable',
  ],
} as const;

export const rembgContracts = {
  health: {
    method: 'GET',
    path: '/api/',
    summary: 'Health check for rembg clients (REMBG_FACADE).',
    operationId: 'healthAsRembg',
    tag: 'rembg',
    errorForm: rembgErrors,
    errorSchema: rembgErrorSchema,
    credentials: [],
    access: { who: 'anyone' },
    cache: 'no-store',
    answers: {
      200: { description: 'It is up.', schema: z.object({ name: z.string(), remove: z.string() }) },
    },
    errors: ['not_found'],
  },
  fromUrl: {
    ...common,
    operationId: 'removeByAddressAsRembg',
    method: 'GET',
    summary: "Removes the background of the picture at `url`, as rembg's server does (REMBG_FACADE).",
    query: querySchema.extend({ url: text }),
  },
  fromFile: {
    ...common,
    operationId: 'removeAsRembg',
    method: 'POST',
    summary: "Removes the background of a form's `file`, as rembg's server does (REMBG_FACADE).",
    query: querySchema,
    body: { maxBytes: MAX_BODY_BYTES, tooLarge: 'file_too_large', forms: { 'multipart/form-data': formSchema } },
  },
} as const satisfies Record<string, Contract>;
