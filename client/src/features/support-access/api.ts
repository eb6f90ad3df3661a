import type { GrantHours } from '@clearcut/schemas/support/access';
import type { AccessView, GrantAnswer } from '@clearcut/schemas/support/access-http';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from '../../lib/http/request.ts';

/** Same interval as staff's picture page. */
const LOOK_EVERY_MS = 5_000;

export const accessesQuery = queryOptions({
  queryKey: ['support-access'],
  queryFn: ({ signal }) => requestJson<AccessView[]>('/api/support-access/', { signal }),
  staleTime: 0,
  refetchInterval: LOOK_EVERY_MS,
});

/** @param caseId the contact message in which the picture was ticked */
export const letSupportLook = (
  id: string,
  json: { readonly hours?: GrantHours; readonly caseId?: string } = {},
): Promise<GrantAnswer> => requestJson(`/api/transaction/${id}/support-access/`, { method: 'POST', json });

export async function takeBack({ pictureId, grantId }: AccessView): Promise<void> {
  await request(`/api/transaction/${pictureId}/support-access/${grantId}/`, { method: 'DELETE' });
}

/** Pictures offered by a form. */
const OFFERED = 12;

export async function latestPictures(signal: AbortSignal): Promise<readonly TransactionView[]> {
  const { transactions } = await requestJson<{ readonly transactions: readonly TransactionView[] }>(
    `/api/transaction/?pageSize=${OFFERED}`,
    { signal },
  );
  return transactions;
}
