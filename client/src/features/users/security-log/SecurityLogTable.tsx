import type { SecurityEntry } from '@clearcut/schemas/security/http';
import { DataTable } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/Moment.tsx';
import { Column } from '../../../admin/Column.ts';
import { LogNoMatch } from '../../../admin/LogNotes.tsx';
import { About, Event, Who } from './SecurityLogParts.tsx';

export function SecurityLogTable() {
  const { t } = useTranslation('security-log');
  return (
    <DataTable rowClick={false} bulkActionButtons={false} empty={<LogNoMatch log="security-log" />}>
      <Column
        source="date"
        sortByOrder="DESC"
        label={t('fields.date')}
        render={({ date }: SecurityEntry) => <Moment iso={date} />}
      />
      <Column source="kind" label={t('fields.event')} render={(entry: SecurityEntry) => <Event entry={entry} />} />
      <Column
        source="userName"
        disableSort
        label={t('fields.about')}
        render={(entry: SecurityEntry) => <About entry={entry} />}
      />
      <Column
        source="actorName"
        disableSort
        label={t('fields.who')}
        render={(entry: SecurityEntry) => <Who entry={entry} />}
      />
    </DataTable>
  );
}
