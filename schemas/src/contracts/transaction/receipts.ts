import { receiptSchema, saveParamsSchema } from '../../transaction/saves-http.ts';
import type { Contract } from '../contract.ts';

export const receiptContracts = {
  receipt: {
    method: 'GET',
    path: '/api/transaction/:id/save/:saveId/receipt/',
    summary:
      'All that explains a saved HD file. It stays when the picture is deleted or has expired. For the owner of the picture, and for who may read the credit ledger that it was paid from.',
    credentials: ['session'],
    access: { who: 'user', sections: ['editor', 'myImages', 'transactionHistory'] },
    params: saveParamsSchema,
    paramsError: 'save_not_found',
    answers: { 200: { description: 'The receipt.', schema: receiptSchema } },
    errors: ['save_not_found'],
  },
} as const satisfies Record<string, Contract>;
