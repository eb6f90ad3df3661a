import { AdminContext } from '../../lib/react-admin/AdminContext.tsx';
import { useProfile } from '../auth/useProfile.ts';
import { usersProvider } from './usersProvider.ts';
import users from './index.ts';

/** The users of the team, for its admins: mounted at /app/users/*. */
export function UsersArea() {
  const { pk } = useProfile();
  return (
    <AdminContext basename="/app" person={pk} dataProvider={usersProvider} resource={{ name: 'users', ...users }} />
  );
}
