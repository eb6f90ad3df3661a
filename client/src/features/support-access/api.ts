import type { GrantHours } from '@clearcut/schemas/support/access';
import type { AccessView, GrantAnswer } from '@clearcut/schemas/support/access-http';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from '../../lib/http/request.ts';

/** As often as staff's page of a picture. */
const LOOK_EVERY_MS = 5_000;

/** Who may look at one's pictures and who did, as it is now. */
export const accessesQuery = queryOptions({
  queryKey: ['support-access'],
  queryFn: ({ signal }) => requestJson<AccessView[]>('/api/support-access/', { signal }),
  staleTime: 0,
  refetchInterval: LOOK_EVERY_MS,
});

/** Lets support look at a picture. @param caseId the message of the contact form that it was ticked in */
export const letSupportLook = (
  id: string,
  json: { readonly hours?: GrantHours; readonly caseId?: string } = {},
): Promise<GrantAnswer> => requestJson(`/api/transaction/${id}/support-access/`, { method: 'POST', json });

export async function takeBack({ pictureId, grantId }: AccessView): Promise<void> {
  await request(`/api/transaction/${pictureId}/support-access/${grantId}/`, { method: 'DELETE' });
}

/** Pictures that a form offers to be ticked. */
const OFFERED = 12;

/** One's latest pictures. */
export async function latestPictures(signal: AbortSignal): Promise<readonly TransactionView[]> {
  const { transactions } = await requestJson<{ readonly transactions: readonly TransactionView[] }>(
    `/api/transaction/?pageSize=${OFFERED}`,
    { signal },
  );
  return transactions;
}
