import type { ReplayBody, ReplaySummary, ReplayView } from '@clearcut/schemas/support/replay/http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/http/request.ts';

/** Often enough to show each step. */
const EACH_MS = 1_000;

export const replaysQuery = (pictureId: string) =>
  queryOptions({
    queryKey: ['staff', 'picture', pictureId, 'replays'],
    queryFn: ({ signal }) => requestJson<ReplaySummary[]>(`/api/staff/pictures/${pictureId}/replays/`, { signal }),
    staleTime: 0,
  });

/** Polls until the replay has ended. */
export const replayQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'replay', id],
    queryFn: ({ signal }) => requestJson<ReplayView>(`/api/staff/replays/${id}/`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === 'running' ? EACH_MS : false),
  });

export const requestReplay = (pictureId: string, body: ReplayBody): Promise<{ id: string }> =>
  requestJson(`/api/staff/pictures/${pictureId}/replays/`, { method: 'POST', json: body });

/** A differing file of a step, recorded or replayed. */
export const replayFileUrl = (replayId: string, sha256: string): string =>
  `/api/staff/replays/${replayId}/files/${sha256}/`;
