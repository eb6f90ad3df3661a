import type { BillingContacts } from '@clearcut/schemas/billing/http';
import type { AdminUser } from '@clearcut/schemas/team/http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/http/request.ts';

const MOST_FOUND = 20;

export const contactsQuery = queryOptions({
  queryKey: ['billing-contacts'],
  queryFn: ({ signal }) => requestJson<BillingContacts>('/api/billing/contacts/', { signal }),
  staleTime: 0,
});

export const chooseContacts = (userIds: readonly string[]): Promise<BillingContacts> =>
  requestJson('/api/billing/contacts/', { method: 'PUT', json: { userIds } });

/** Active members: those with these ids, or those whose name or address has the words. */
export const membersQuery = (filter: { readonly q: string } | { readonly id: readonly string[] }) =>
  queryOptions({
    queryKey: ['active-members', filter],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        filter: JSON.stringify({ status: 'Active', ...filter }),
        sort: '["email","ASC"]',
        range: `[0,${MOST_FOUND - 1}]`,
      });
      return requestJson<AdminUser[]>(`/api/admin/users/?${query}`, { signal });
    },
  });
