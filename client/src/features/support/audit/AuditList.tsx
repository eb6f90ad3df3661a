import { AUDIT_SORTS } from '@clearcut/schemas/support/audit-http';
import { useTranslation } from 'react-i18next';
import { ListFailed, ListNoMatch, ListNote } from '../../../admin/ListNotes.tsx';
import { ResourceList } from '../../../admin/ResourceList.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditCards, AuditTable } from './AuditRows.tsx';

export function AuditList() {
  const { t } = useTranslation('support');
  const none = <ListNoMatch title={t('audit.none')} text={t('audit.noneText')} clear={t('audit.clear')} />;
  return (
    <>
      <PageHeader title={t('audit.title')} lead={t('audit.lead')} />
      <ResourceList
        orders={AUDIT_SORTS}
        sort={{ field: 'date', order: 'DESC' }}
        Filters={AuditFilters}
        table={<AuditTable none={none} />}
        cards={<AuditCards none={none} />}
        failed={<ListFailed title={t('failed.title')} again={t('failed.again')} />}
        empty={
          <Sheet>
            <ListNote title={t('audit.empty')} text={t('audit.emptyText')} />
          </Sheet>
        }
      />
    </>
  );
}
