import { idSchema } from '../../id.ts';
import { forkBodySchema, seenModelSchema } from '../../support/http.ts';
import { z } from 'zod';
import type { Contract } from '../contract.ts';

const byStaff = { credentials: ['session'], access: { who: 'staff', roles: ['support', 'operations'] } } as const;

export const forkContracts = {
  models: {
    method: 'GET',
    path: '/api/staff/models/',
    summary: 'The models that pictures were cut out with because the installation used them, the newest first.',
    ...byStaff,
    answers: { 200: { description: 'The models.', schema: z.array(seenModelSchema) } },
    errors: [],
  },
  fork: {
    method: 'POST',
    needsProof: () => true,
    path: '/api/staff/pictures/:id/forks/',
    summary:
      "Makes another cut-out of a picture by a chosen model, as a picture of its own of the same owner with the same edits; the owner finds it in My images. The picture stays as it is, and staff see no pixel by it. The admins of the owner's team read the `reason`. A repeat with the same `forkId` makes nothing.",
    ...byStaff,
    params: z.object({ id: idSchema }),
    paramsError: 'transaction_not_found',
    body: forkBodySchema,
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
