import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import { DataTable } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/Moment.tsx';
import { Column } from '../../../admin/Column.ts';
import { LogNoMatch } from '../../../admin/LogNotes.tsx';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Amount, Description, Proofs, Who } from './LedgerParts.tsx';

export function LedgerTable() {
  const { t } = useTranslation('ledger');
  const { number } = useFormat();
  return (
    <DataTable rowClick={false} bulkActionButtons={false} empty={<LogNoMatch log="ledger" />}>
      <Column
        source="date"
        sortByOrder="DESC"
        label={t('fields.date')}
        render={({ date }: LedgerEntry) => <Moment iso={date} />}
      />
      <Column
        source="kind"
        label={t('fields.description')}
        render={(line: LedgerEntry) => <Description line={line} />}
      />
      <Column
        source="actorName"
        disableSort
        label={t('fields.who')}
        render={(line: LedgerEntry) => <Who line={line} />}
      />
      <Column
        source="credits"
        align="right"
        sortByOrder="DESC"
        label={t('fields.credits')}
        render={(line: LedgerEntry) => <Amount line={line} />}
      />
      <Column
        source="balance"
        align="right"
        disableSort
        label={t('fields.balance')}
        render={({ balance }: LedgerEntry) => number(balance)}
      />
      <Column
        source="saveId"
        disableSort
        label={t('fields.proofs')}
        render={(line: LedgerEntry) => <Proofs line={line} />}
      />
    </DataTable>
  );
}
