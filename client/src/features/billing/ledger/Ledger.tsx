import { ledgerContracts } from '@clearcut/schemas/contracts/credits';
import { addressOf } from '../../../lib/contracts/call.ts';
import { AdminContext } from '../../../admin/AdminContext.tsx';
import { dataProvider } from '../../../admin/data-provider.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import ledger from './index.ts';
import { LedgerProof } from './proof/LedgerProof.tsx';

export function Ledger() {
  const { pk } = useProfile();
  return (
    <>
      <AdminContext
        basename="/app"
        person={pk}
        dataProvider={dataProvider}
        resources={[ledger]}
        shown="credit-ledger"
      />
      <LedgerProof verification={addressOf(ledgerContracts.verification)} file={addressOf(ledgerContracts.proof)} />
    </>
  );
}
