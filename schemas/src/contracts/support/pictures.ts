import { idSchema } from '../../id.ts';
import { forkBodySchema, seenModelSchema } from '../../support/http.ts';
import { z } from 'zod';
import type { Contract } from '../contract.ts';

const byStaff = { credentials: ['session'], access: { who: 'staff', roles: ['support', 'operations'] } } as const;

export const forkContracts = {
  models: {
    method: 'GET',
    path: '/api/staff/models/',
    summary: 'Models that the installation has used for new pictures, newest first.',
    ...byStaff,
    cache: 'no-store',
    answers: { 200: { description: 'The models.', schema: z.array(seenModelSchema) } },
    errors: [],
  },
  fork: {
    method: 'POST',
    needsProof: () => true,
    path: '/api/staff/pictures/:id/forks/',
    summary:
      "Creates another cut-out by a chosen model: a separate picture of the same owner, with the same edits, shown in My images. Staff see no pixels. The owner's admins can read the `reason`. Idempotent per `forkId`.",
    ...byStaff,
    params: z.object({ id: idSchema }),
    paramsError: 'transaction_not_found',
    body: forkBodySchema,
    cache: 'no-store',
    answers: { 201: { description: 'It is cut out soon.', schema: z.object({ id: z.uuid() }) } },
    errors: [
      'transaction_not_found',
      'image_expired',
      'image_not_ready',
      'model_missing',
      'idempotency_key_reused',
      'queue_full',
      'validation_failed',
    ],
  },
} as const satisfies Record<string, Contract>;
