import { supportContracts } from '@clearcut/schemas/contracts/support/console';
import type { RedriveBody } from '@clearcut/schemas/support/work-http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

const POLL_INTERVAL_MS = 5_000;

export const workQuery = queryOptions({
  queryKey: ['staff', 'work'],
  queryFn: ({ signal }) => call(supportContracts.work, { signal }),
  staleTime: 0,
  refetchInterval: POLL_INTERVAL_MS,
});

export const deadLettersQuery = queryOptions({
  queryKey: ['staff', 'dead-letters'],
  queryFn: ({ signal }) => call(supportContracts.deadLetters, { signal }),
  staleTime: 0,
});

export const redrive = (body: RedriveBody) => call(supportContracts.redrive, { body });

/** The last day of queues and workers; grows by a point per minute. */
export const historyQuery = queryOptions({
  queryKey: ['staff', 'work', 'history'],
  queryFn: ({ signal }) => call(supportContracts.workHistory, { query: {}, signal }),
  staleTime: 0,
  refetchInterval: 60_000,
});
