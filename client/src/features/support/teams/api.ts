import { supportTeamContracts } from '@clearcut/schemas/contracts/support/teams';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'team', id],
    queryFn: ({ signal }) => call(supportTeamContracts.team, { params: { id }, signal }),
    staleTime: 0,
  });

export const teamPaymentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'team', id, 'payments'],
    queryFn: ({ signal }) => call(supportTeamContracts.payments, { params: { id }, signal }),
    staleTime: 0,
  });
