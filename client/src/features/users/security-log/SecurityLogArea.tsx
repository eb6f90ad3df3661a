import { AdminContext } from '../../../admin/AdminContext.tsx';
import { dataProvider } from '../../../admin/data-provider.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import securityLog from './index.ts';

/** The team's security log, for its admins; mounted at /app/security-log/*. */
export function SecurityLogArea() {
  const { pk } = useProfile();
  return (
    <AdminContext
      basename="/app"
      person={pk}
      dataProvider={dataProvider}
      resources={[securityLog]}
      shown="security-log"
    />
  );
}
