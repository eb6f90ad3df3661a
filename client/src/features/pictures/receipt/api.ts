import { ledgerContracts } from '@clearcut/schemas/contracts/credits';
import { receiptContracts } from '@clearcut/schemas/contracts/transaction/receipts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';
import { getTransaction } from '../uploads/transaction/api.ts';

/** A receipt never changes and outlives the picture. */
export const receiptQuery = (transactionId: string, saveId: string) =>
  queryOptions({
    queryKey: ['receipt', transactionId, saveId],
    queryFn: ({ signal }) => call(receiptContracts.receipt, { params: { id: transactionId, saveId }, signal }),
    staleTime: Infinity,
  });

/** Fails once the picture is gone, and for people who may only read the receipt: they have no file either. */
export const pictureQuery = (transactionId: string) =>
  queryOptions({
    queryKey: ['transactions', 'receipt', transactionId],
    queryFn: ({ signal }) => getTransaction(transactionId, signal),
    retry: false,
    staleTime: 0,
  });

/** Any ledger line of a person, for the name. Names are erased with accounts, so receipts hold none. */
export const payerQuery = (userId: string) =>
  queryOptions({
    queryKey: ['credit-ledger', 'payer', userId],
    queryFn: async ({ signal }) => {
      const query = { filter: JSON.stringify({ userId }), range: '[0,0]' };
      const [line] = await call(ledgerContracts.list, { query, signal });
      return line ?? null;
    },
  });
