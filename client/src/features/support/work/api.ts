import type { WorkHistory } from '@clearcut/schemas/support/figures-http';
import type {
  DeadLetterView,
  RebuildBody,
  RedriveAnswer,
  RedriveBody,
  Work,
} from '@clearcut/schemas/support/work-http';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from '../../../lib/http/request.ts';

const LOOK_EVERY_MS = 5_000;

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

/** The last day of queues and workers; grows by a point per minute. */
export const historyQuery = queryOptions({
  queryKey: ['staff', 'work', 'history'],
  queryFn: ({ signal }) => requestJson<WorkHistory>('/api/staff/work/history/', { signal }),
  staleTime: 0,
  refetchInterval: 60_000,
});

export async function rebuild(name: string, json: RebuildBody): Promise<void> {
  await request(`/api/staff/read-models/${encodeURIComponent(name)}/rebuild/`, { method: 'POST', json });
}
