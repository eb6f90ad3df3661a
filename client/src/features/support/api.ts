import type {
  FailureCases,
  FailureGroupView,
  ForkBody,
  PictureFacts,
  PictureStateAnswer,
  SearchAnswer,
  SeenModelView,
} from '@clearcut/schemas/support/http';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from '../../lib/http/request.ts';

/** Always current. */
const FRESH = { staleTime: 0 } as const;

export const search = (q: string): Promise<SearchAnswer> =>
  requestJson('/api/staff/search/', { method: 'POST', json: { q } });

export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'picture', id],
    queryFn: ({ signal }) => requestJson<PictureFacts>(`/api/staff/pictures/${id}/`, { signal }),
    ...FRESH,
  });

/** Past versions never change. */
export const pictureStateQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['staff', 'picture', id, 'state', version],
    queryFn: ({ signal }) =>
      requestJson<PictureStateAnswer>(`/api/staff/pictures/${id}/state/?version=${version}`, { signal }),
  });

export const seenModelsQuery = queryOptions({
  queryKey: ['staff', 'models'],
  queryFn: ({ signal }) => requestJson<SeenModelView[]>('/api/staff/models/', { signal }),
  ...FRESH,
});

export const forkPicture = (id: string, body: ForkBody): Promise<{ id: string }> =>
  requestJson(`/api/staff/pictures/${id}/forks/`, { method: 'POST', json: body });

export const failuresQuery = queryOptions({
  queryKey: ['staff', 'failures'],
  queryFn: ({ signal }) => requestJson<FailureGroupView[]>('/api/staff/failures/', { signal }),
  ...FRESH,
});

export const failureCasesQuery = (group: string) =>
  queryOptions({
    queryKey: ['staff', 'failure-cases', group],
    queryFn: ({ signal }) =>
      requestJson<FailureCases>(`/api/staff/failures/cases/?${new URLSearchParams({ group }).toString()}`, { signal }),
    ...FRESH,
  });

export const ignoreFailure = (group: string, isIgnored: boolean) =>
  request('/api/staff/failures/ignored/', { method: 'PUT', json: { group, isIgnored } });
