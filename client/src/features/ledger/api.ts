import type { LedgerFilter, LedgerSum, LedgerSumsQuery } from '@clearcut/schemas/credits/http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../lib/http/request.ts';

export type By = LedgerSumsQuery['by'];

export const sumsAddress = (file: 'sums/' | 'sums.csv', by: By, { from, to }: LedgerFilter): string =>
  `/api/admin/credit-ledger/${file}?${new URLSearchParams({ by, ...(from ? { from } : {}), ...(to ? { to } : {}) })}`;

export const sumsQuery = (by: By, period: LedgerFilter) =>
  queryOptions({
    queryKey: ['ledger-sums', by, period.from ?? null, period.to ?? null],
    queryFn: ({ signal }) => requestJson<LedgerSum[]>(sumsAddress('sums/', by, period), { signal }),
    staleTime: 0,
  });
