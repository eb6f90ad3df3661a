import { LedgerList } from './LedgerList.tsx';

export default { name: 'credit-ledger', list: LedgerList };
