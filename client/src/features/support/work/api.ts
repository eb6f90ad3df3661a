import type { DeadLetterView, RedriveAnswer, RedriveBody, Work } from '@clearcut/schemas/support/work-http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/http/request.ts';

const LOOK_EVERY_MS = 5_000;

/** Who follows the log and what waits, as it is now. */
export const workQuery = queryOptions({
  queryKey: ['staff', 'work'],
  queryFn: ({ signal }) => requestJson<Work>('/api/staff/work/', { signal }),
  staleTime: 0,
  refetchInterval: LOOK_EVERY_MS,
});

export const deadLettersQuery = queryOptions({
  queryKey: ['staff', 'dead-letters'],
  queryFn: ({ signal }) => requestJson<DeadLetterView[]>('/api/staff/dead-letters/', { signal }),
  staleTime: 0,
});

export const redrive = (json: RedriveBody): Promise<RedriveAnswer> =>
  requestJson('/api/staff/dead-letters/redrive/', { method: 'POST', json });
