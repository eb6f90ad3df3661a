import { SecurityLogList } from './SecurityLogList.tsx';

export default { name: 'security-log', list: SecurityLogList };
