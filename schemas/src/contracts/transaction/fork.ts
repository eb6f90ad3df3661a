import { transactionParamsSchema, transactionViewSchema } from '../../transaction/http.ts';
import type { Contract } from '../contract.ts';

export const forkContracts = {
  fork: {
    method: 'POST',
    path: '/api/transaction/:id/fork/',
    summary:
      'Creates another cut-out by the current model, as a separate picture with the same edits. Free until it is saved.',
    credentials: ['session'],
    access: { who: 'visitor', sections: ['editor'] },
    params: transactionParamsSchema,
    paramsError: 'transaction_not_found',
    idempotent: true,
    isUpload: true,
    cache: 'no-store',
    answers: { 201: { description: 'The other cut-out, PENDING at first.', schema: transactionViewSchema } },
    errors: [
      'transaction_not_found',
      'image_expired',
      'image_not_ready',
      'idempotency_key_invalid',
      'idempotency_key_reused',
      'storage_quota_reached',
      'queue_quota_reached',
      'queue_full',
    ],
  },
} as const satisfies Record<string, Contract>;
