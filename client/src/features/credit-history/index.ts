import { CreditHistoryList } from './CreditHistoryList.tsx';

export default { list: CreditHistoryList };
