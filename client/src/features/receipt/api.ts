import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import type { Receipt } from '@clearcut/schemas/transaction/saves-http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../lib/http/request.ts';
import { getTransaction } from '../uploads/transaction/api.ts';

/** A receipt never changes and outlives the picture. */
export const receiptQuery = (transactionId: string, saveId: string) =>
  queryOptions({
    queryKey: ['receipt', transactionId, saveId],
    queryFn: ({ signal }): Promise<Receipt> =>
      requestJson(`/api/transaction/${transactionId}/save/${saveId}/receipt/`, { signal }),
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
    queryFn: async ({ signal }): Promise<LedgerEntry | null> => {
      const filter = encodeURIComponent(JSON.stringify({ userId }));
      const path = `/api/admin/credit-ledger/?filter=${filter}&range=[0,0]`;
      const [line] = await requestJson<readonly LedgerEntry[]>(path, { signal });
      return line ?? null;
    },
  });
