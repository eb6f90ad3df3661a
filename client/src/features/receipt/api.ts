import type { Receipt } from '@clearcut/schemas/transaction/saves-http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../lib/http/request.ts';

/** A receipt never changes, and is kept when the picture is not. */
export const receiptQuery = (transactionId: string, saveId: string) =>
  queryOptions({
    queryKey: ['receipt', transactionId, saveId],
    queryFn: ({ signal }): Promise<Receipt> =>
      requestJson(`/api/transaction/${transactionId}/save/${saveId}/receipt/`, { signal }),
    staleTime: Infinity,
  });
