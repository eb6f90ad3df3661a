import { useTranslation } from 'react-i18next';
import { AdminPages } from '../../../admin/AdminPages.tsx';
import { dataProvider } from '../../../admin/data-provider.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import securityLog from './index.ts';

/** The team's security log, for its admins; mounted at /app/security-log/*. */
export function SecurityLogArea() {
  const { t } = useTranslation('security-log');
  const { pk } = useProfile();
  return (
    <AdminPages basename="/app" person={pk} dataProvider={dataProvider} resource={securityLog} title={t('title')} />
  );
}
