import { accessContracts } from '@clearcut/schemas/contracts/support/access';
import { transactionContracts } from '@clearcut/schemas/contracts/transaction/picture';
import { queryOptions } from '@tanstack/react-query';
import { type BodyOf, call } from '../../lib/contracts/call.ts';

export const accessesQuery = queryOptions({
  queryKey: ['support-access'],
  queryFn: ({ signal }) => call(accessContracts.accesses, { signal }),
  staleTime: 0,
  // As staff's picture page.
  refetchInterval: 5_000,
});

/** `caseId`: the contact message in which the picture was ticked. */
export const letSupportLook = (id: string, body: BodyOf<typeof accessContracts.grant> = {}) =>
  call(accessContracts.grant, { params: { id }, body });

/** Pictures offered by a form. */
export const latestPictures = async (signal: AbortSignal) =>
  (await call(transactionContracts.list, { query: { pageSize: 12 }, signal })).transactions;
