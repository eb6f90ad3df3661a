import type { AdminUser } from '@clearcut/schemas/team/http';
import { useGetList } from 'react-admin';
import { useProfile } from '../../auth/session/useProfile.ts';
import { nameOf } from './user.ts';

/** A longer list is too long to look through. */
const MAX_PEOPLE = 200;

/**
 * People a team log can be filtered by: all members for an admin; others do not see the team and get only themselves.
 */
export function usePeople(): readonly { readonly id: string; readonly name: string }[] {
  const { pk, role, email, first_name: firstName, last_name: lastName } = useProfile();
  const isAdmin = role === 'admin';
  const { data } = useGetList<AdminUser>(
    'users',
    { pagination: { page: 1, perPage: MAX_PEOPLE }, sort: { field: 'email', order: 'ASC' } },
    { enabled: isAdmin, onError: () => undefined },
  );
  const me = { id: pk, name: nameOf({ firstName, lastName, email }) };
  return isAdmin && data !== undefined ? data.map((user) => ({ id: user.id, name: nameOf(user) })) : [me];
}
