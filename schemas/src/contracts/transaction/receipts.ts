import { receiptSchema, saveParamsSchema } from '../../transaction/saves-http.ts';
import type { Contract } from '../contract.ts';

export const receiptContracts = {
  receipt: {
    method: 'GET',
    path: '/api/transaction/:id/save/:saveId/receipt/',
    summary:
      'Everything that explains a saved HD file; outlives the picture. For its owner, and readers of the credit ledger that paid for it.',
    credentials: ['session'],
    access: { who: 'user', sections: ['editor', 'myImages', 'transactionHistory'] },
    params: saveParamsSchema,
    paramsError: 'save_not_found',
    cache: 'private, no-cache',
    answers: { 200: { description: 'The receipt.', schema: receiptSchema } },
    errors: ['save_not_found'],
  },
} as const satisfies Record<string, Contract>;
