import { ledgerContracts } from '@clearcut/schemas/contracts/credits';
import type { LedgerFilter, LedgerSumsQuery } from '@clearcut/schemas/credits/http';
import { queryOptions } from '@tanstack/react-query';
import { addressOf, call } from '../../../lib/contracts/call.ts';

export type By = LedgerSumsQuery['by'];

const sumsOf = (by: By, { from, to }: LedgerFilter) => ({ by, ...(from && { from }), ...(to && { to }) });

export const sumsFileUrl = (by: By, period: LedgerFilter): string =>
  addressOf(ledgerContracts.exportSums, { query: sumsOf(by, period) });

export const sumsQuery = (by: By, period: LedgerFilter) =>
  queryOptions({
    queryKey: ['ledger-sums', by, period.from ?? null, period.to ?? null],
    queryFn: ({ signal }) => call(ledgerContracts.sums, { query: sumsOf(by, period), signal }),
    staleTime: 0,
  });
