import { SECURITY_SORTS } from '@clearcut/schemas/security/http';
import { useTranslation } from 'react-i18next';
import { LogEmpty, LogFailed } from '../../../admin/LogNotes.tsx';
import { ResourceList } from '../../../admin/ResourceList.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { SecurityLogCards } from './SecurityLogCards.tsx';
import { SecurityLogFilters } from './SecurityLogFilters.tsx';
import { SecurityLogTable } from './SecurityLogTable.tsx';

export function SecurityLogList() {
  const { t } = useTranslation('security-log');
  return (
    <>
      <Head page="securityLog" texts="app" />
      <PageHeader title={t('title')} lead={t('lead')} />
      <ResourceList
        orders={SECURITY_SORTS}
        sort={{ field: 'date', order: 'DESC' }}
        Filters={SecurityLogFilters}
        table={<SecurityLogTable />}
        cards={<SecurityLogCards />}
        failed={<LogFailed log="security-log" />}
        empty={<LogEmpty log="security-log" />}
      />
    </>
  );
}
