import { forkContracts } from '@clearcut/schemas/contracts/support/pictures';
import { supportContracts } from '@clearcut/schemas/contracts/support/console';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/contracts/call.ts';

/** Always current. */
const FRESH = { staleTime: 0 } as const;

export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'picture', id],
    queryFn: ({ signal }) => call(supportContracts.picture, { params: { id }, signal }),
    ...FRESH,
  });

/** Past versions never change. */
export const pictureStateQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['staff', 'picture', id, 'state', version],
    queryFn: ({ signal }) => call(supportContracts.pictureState, { params: { id }, query: { version }, signal }),
  });

export const seenModelsQuery = queryOptions({
  queryKey: ['staff', 'models'],
  queryFn: ({ signal }) => call(forkContracts.models, { signal }),
  ...FRESH,
});

export const failuresQuery = queryOptions({
  queryKey: ['staff', 'failures'],
  queryFn: ({ signal }) => call(supportContracts.failures, { signal }),
  ...FRESH,
});

export const failureCasesQuery = (group: string) =>
  queryOptions({
    queryKey: ['staff', 'failure-cases', group],
    queryFn: ({ signal }) => call(supportContracts.failureCases, { query: { group }, signal }),
    ...FRESH,
  });
