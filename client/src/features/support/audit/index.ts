import { AuditList } from './AuditList.tsx';

export default { name: 'audit', list: AuditList };
