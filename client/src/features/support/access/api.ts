import { accessContracts } from '@clearcut/schemas/contracts/support/access';
import type { BreakGlassBody } from '@clearcut/schemas/support/access-http';
import { queryOptions } from '@tanstack/react-query';
import { addressOf, call } from '../../../lib/contracts/call.ts';

/** A grant may end while the page is open. */
const LOOK_EVERY_MS = 5_000;

export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'picture', id, 'access'],
    queryFn: ({ signal }) => call(accessContracts.pictureAccess, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  });

export const breakGlass = (id: string, body: BreakGlassBody) =>
  call(accessContracts.breakGlass, { params: { id }, body });

/** Refused by the server without a grant. */
export const fileUrl = (id: string, sha256: string): string =>
  addressOf(accessContracts.file, { params: { id, sha256 } });
