import { AdminContext } from '../../admin/AdminContext.tsx';
import { useProfile } from '../auth/session/useProfile.ts';
import { usersProvider } from './person/users-provider.ts';
import users from './index.ts';

export function UsersArea() {
  const { pk } = useProfile();
  return <AdminContext basename="/app" person={pk} dataProvider={usersProvider} resources={[users]} shown="users" />;
}
