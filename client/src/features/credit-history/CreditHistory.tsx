import { AdminContext } from '../../lib/react-admin/AdminContext.tsx';
import { dataProvider } from '../../lib/react-admin/data-provider.ts';
import creditHistory from './index.ts';

/** The ledger of the team's credits, as a tab of My account. */
export function CreditHistory() {
  return (
    <AdminContext basename="/app" dataProvider={dataProvider} resource={{ name: 'credit-ledger', ...creditHistory }} />
  );
}
