import type { BreakGlassAnswer, BreakGlassBody, PictureAccess } from '@clearcut/schemas/support/access-http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/http/request.ts';

/** A grant may end while the page is open. */
const LOOK_EVERY_MS = 5_000;

export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'picture', id, 'access'],
    queryFn: ({ signal }) => requestJson<PictureAccess>(`/api/staff/pictures/${id}/access/`, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  });

export const breakGlass = (id: string, json: BreakGlassBody): Promise<BreakGlassAnswer> =>
  requestJson(`/api/staff/pictures/${id}/break-glass/`, { method: 'POST', json });

/** Refused by the server without a grant. */
export const fileUrl = (id: string, sha256: string): string => `/api/staff/pictures/${id}/files/${sha256}/`;
