import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import type { Receipt } from '@clearcut/schemas/transaction/saves-http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../lib/http/request.ts';
import { getTransaction } from '../uploads/transaction/api.ts';

/** A receipt never changes, and is kept when the picture is not. */
export const receiptQuery = (transactionId: string, saveId: string) =>
  queryOptions({
    queryKey: ['receipt', transactionId, saveId],
    queryFn: ({ signal }): Promise<Receipt> =>
      requestJson(`/api/transaction/${transactionId}/save/${saveId}/receipt/`, { signal }),
    staleTime: Infinity,
  });

/** The picture of a receipt. It fails once that is gone, and for who may read the receipt alone: they have no file either. */
export const pictureQuery = (transactionId: string) =>
  queryOptions({
    queryKey: ['transactions', 'receipt', transactionId],
    queryFn: ({ signal }) => getTransaction(transactionId, signal),
    retry: false,
    staleTime: 0,
  });

/** A line of the ledger that a person caused, for their name: names are erased with accounts, so no receipt has one. */
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
