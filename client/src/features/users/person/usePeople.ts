import type { AdminUser } from '@clearcut/schemas/team/http';
import { useGetList } from 'react-admin';
import { useProfile } from '../../auth/session/useProfile.ts';
import { nameOf } from './user.ts';

/** A list of more choices than these is too long to look through. */
const MOST = 200;

/** Whom a log of the team can be filtered by: all members for an admin; another member does not see the team, and gets themselves alone. */
export function usePeople(): readonly { readonly id: string; readonly name: string }[] {
  const { pk, role, email, first_name: firstName, last_name: lastName } = useProfile();
  const isAdmin = role === 'admin';
  const { data } = useGetList<AdminUser>(
    'users',
    { pagination: { page: 1, perPage: MOST }, sort: { field: 'email', order: 'ASC' } },
    { enabled: isAdmin, onError: () => undefined },
  );
  const me = { id: pk, name: nameOf({ firstName, lastName, email }) };
  return isAdmin && data !== undefined ? data.map((user) => ({ id: user.id, name: nameOf(user) })) : [me];
}
