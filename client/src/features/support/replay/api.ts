import { replayContracts } from '@clearcut/schemas/contracts/support/replay';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

/** Often enough to show each step. */
const POLL_INTERVAL_MS = 1_000;

export const replaysQuery = (pictureId: string) =>
  queryOptions({
    queryKey: ['staff', 'picture', pictureId, 'replays'],
    queryFn: ({ signal }) => call(replayContracts.list, { params: { id: pictureId }, signal }),
    staleTime: 0,
  });

/** Polls until the replay has ended. */
export const replayQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'replay', id],
    queryFn: ({ signal }) => call(replayContracts.replay, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === 'running' ? POLL_INTERVAL_MS : false,
  });
