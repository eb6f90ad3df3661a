import { transactionParamsSchema } from '@clearcut/schemas/transaction/http';
import { archiveQuerySchema, batchSavesSchema, batchSchema } from '@clearcut/schemas/public-api/batches';
import { saveBodySchema } from '@clearcut/schemas/transaction/saves-http';
import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '@clearcut/schemas/http/credit-headers';
import { ARCHIVE_MANIFEST } from '@clearcut/schemas/contracts/transaction/downloads';
import { readAccess, writeAccess, type PromisedContract } from '../promised.ts';

const ofOne = { params: transactionParamsSchema, paramsError: 'not_found' } as const;

export const batchContracts = {
  create: {
    ...writeAccess,
    operationId: 'createBatch',
    tag: 'Batches',
    method: 'POST',
    path: '/v1/batches/',
    scope: 'pictures:write',
    summary: 'Begins a batch of up to 100 pictures. Each picture is then uploaded with its `batchId`.',
    cache: 'no-store',
    answers: {
      201: {
        description: 'The batch, still without pictures.',
        schema: batchSchema,
        links: { getBatch: { id: '$response.body#/id' } },
      },
    },
    errors: ['bulk_not_in_plan', 'validation_failed'],
  },
  get: {
    ...readAccess,
    operationId: 'getBatch',
    tag: 'Batches',
    method: 'GET',
    path: '/v1/batches/:id/',
    scope: 'pictures:read',
    summary: "A batch's progress. `GET /v1/pictures/?batchId=` lists them.",
    ...ofOne,
    cache: 'no-store',
    answers: { 200: { description: 'The batch.', schema: batchSchema } },
    errors: ['not_found'],
  },
  save: {
    ...writeAccess,
    operationId: 'saveBatch',
    tag: 'Batches',
    method: 'POST',
    path: '/v1/batches/:id/saves/',
    scope: 'saves:write',
    summary:
      'Saves every picture of the batch in HD, with these settings, for a credit each; versions that were saved before are free. Answers once the saves are recorded; with `Prefer: wait=50`, waits for their files. A picture that cannot be saved stops no other.',
    ...ofOne,
    body: saveBodySchema,
    idempotent: true,
    waits: true,
    cache: 'no-store',
    answers: {
      200: {
        description: `A save for each picture. The headers ${CREDITS_CHARGED_HEADER} and ${CREDITS_LEFT_HEADER} say the same as the fields.`,
        schema: batchSavesSchema,
      },
      202: { description: 'The same, while files are still being made.', schema: batchSavesSchema },
    },
    errors: [
      'not_found',
      'idempotency_key_invalid',
      'idempotency_key_in_use',
      'idempotency_key_reused',
      'validation_failed',
    ],
  },
  archive: {
    ...readAccess,
    operationId: 'getBatchArchive',
    tag: 'Batches',
    method: 'GET',
    path: '/v1/batches/:id/archive/',
    scope: 'pictures:read',
    summary: `The batch's files as one ZIP archive, newest picture first. ${ARCHIVE_MANIFEST}`,
    ...ofOne,
    query: archiveQuerySchema,
    cache: 'no-store',
    answers: { 200: { description: 'The archive.', mediaTypes: ['application/zip'] } },
    errors: ['not_found', 'validation_failed'],
  },
} as const satisfies Record<string, PromisedContract>;
