import { AdminContext } from '../../lib/react-admin/AdminContext.tsx';
import { dataProvider } from '../../lib/react-admin/data-provider.ts';
import { useProfile } from '../auth/useProfile.ts';
import creditHistory from './index.ts';

/** The ledger of the team's credits, as a tab of My account. */
export function CreditHistory() {
  const { pk } = useProfile();
  return (
    <AdminContext
      basename="/app"
      person={pk}
      dataProvider={dataProvider}
      resource={{ name: 'credit-ledger', ...creditHistory }}
    />
  );
}
