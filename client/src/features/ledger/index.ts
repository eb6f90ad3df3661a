import { LedgerList } from './LedgerList.tsx';

export default { list: LedgerList };
