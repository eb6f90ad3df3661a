import type { AdjustAnswer, AdjustBody, TeamFacts, TeamPayments } from '@clearcut/schemas/support/team-http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/http/request.ts';

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'team', id],
    queryFn: ({ signal }) => requestJson<TeamFacts>(`/api/staff/teams/${id}/`, { signal }),
    staleTime: 0,
  });

export const teamPaymentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'team', id, 'payments'],
    queryFn: ({ signal }) => requestJson<TeamPayments>(`/api/staff/teams/${id}/payments/`, { signal }),
    staleTime: 0,
  });

export const adjust = (teamId: string, json: AdjustBody): Promise<AdjustAnswer> =>
  requestJson(`/api/staff/teams/${teamId}/adjustments/`, { method: 'POST', json });
