import { billingContracts } from '@clearcut/schemas/contracts/billing';
import { teamContracts } from '@clearcut/schemas/contracts/team';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

const MAX_FOUND = 20;

export const contactsQuery = queryOptions({
  queryKey: ['billing-contacts'],
  queryFn: ({ signal }) => call(billingContracts.contacts, { signal }),
  staleTime: 0,
});

/** Active members: those with these ids, or those whose name or address has the words. */
export const membersQuery = (filter: { readonly q: string } | { readonly id: readonly string[] }) =>
  queryOptions({
    queryKey: ['active-members', filter],
    queryFn: ({ signal }) =>
      call(teamContracts.listUsers, {
        query: {
          filter: JSON.stringify({ status: 'Active', ...filter }),
          sort: '["email","ASC"]',
          range: `[0,${MAX_FOUND - 1}]`,
        },
        signal,
      }),
  });
