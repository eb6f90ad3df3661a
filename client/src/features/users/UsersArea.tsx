import { useTranslation } from 'react-i18next';
import { AdminPages } from '../../admin/AdminPages.tsx';
import { useProfile } from '../auth/session/useProfile.ts';
import { usersProvider } from './person/users-provider.ts';
import users from './index.ts';

export function UsersArea() {
  const { t } = useTranslation('users');
  const { pk } = useProfile();
  return <AdminPages basename="/app" person={pk} dataProvider={usersProvider} resource={users} title={t('title')} />;
}
