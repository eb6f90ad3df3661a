import { transactionParamsSchema } from '@clearcut/schemas/transaction/http';
import { batchSchema } from '@clearcut/schemas/public-api/pictures';
import { looking, making, type PromisedContract } from '../promised.ts';

export const batchContracts = {
  create: {
    ...making,
    operationId: 'createBatch',
    tag: 'Batches',
    method: 'POST',
    path: '/v1/batches/',
    scope: 'pictures:write',
    summary: 'Begins a batch of up to 100 pictures. Each picture is then uploaded with its `batchId`.',
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
    ...looking,
    operationId: 'getBatch',
    tag: 'Batches',
    method: 'GET',
    path: '/v1/batches/:id/',
    scope: 'pictures:read',
    summary: "A batch's progress. `GET /v1/pictures/?batchId=` lists them.",
    params: transactionParamsSchema,
    paramsError: 'not_found',
    answers: { 200: { description: 'The batch.', schema: batchSchema } },
    errors: ['not_found'],
  },
} as const satisfies Record<string, PromisedContract>;
