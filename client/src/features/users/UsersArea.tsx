import { AdminContext } from '../../lib/react-admin/AdminContext.tsx';
import { usersProvider } from './usersProvider.ts';
import users from './index.ts';

/** The users of the team, for its admins: mounted at /app/users/*. */
export function UsersArea() {
  return <AdminContext basename="/app" dataProvider={usersProvider} resource={{ name: 'users', ...users }} />;
}
