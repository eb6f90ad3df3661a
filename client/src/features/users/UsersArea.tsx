import { AdminContext } from '../../admin/AdminContext.tsx';
import { useProfile } from '../auth/session/useProfile.ts';
import { usersProvider } from './person/users-provider.ts';
import users from './index.ts';

/** The users of the team, for its admins: mounted at /app/users/*. */
export function UsersArea() {
  const { pk } = useProfile();
  return <AdminContext basename="/app" person={pk} dataProvider={usersProvider} resources={[users]} shown="users" />;
}
