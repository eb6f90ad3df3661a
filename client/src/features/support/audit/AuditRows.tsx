import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import Box from '@mui/material/Box';
import { DataTable } from 'react-admin';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CardList } from '../../../admin/CardList.tsx';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Code } from '../parts/Code.tsx';

interface RowsProps {
  /** In the place of the rows, when the filters leave none. */
  readonly none: ReactNode;
}

interface EntryProps {
  readonly entry: AuditEntry;
}

// Not typed by the row: the compiler does not come to an end over react-admin's paths into it.
const Column = DataTable.Col;

export function AuditTable({ none }: RowsProps) {
  const { t } = useTranslation('support');
  return (
    <DataTable rowClick={false} bulkActionButtons={false} empty={<>{none}</>}>
      <Column
        source="date"
        sortByOrder="DESC"
        label={t('audit.columns.date')}
        render={(entry: AuditEntry) => <Moment entry={entry} />}
      />
      <Column
        source="staffEmail"
        disableSort
        label={t('audit.columns.who')}
        render={(entry: AuditEntry) => <Who entry={entry} />}
      />
      <Column source="action" label={t('audit.columns.what')} render={(entry: AuditEntry) => <What entry={entry} />} />
      <Column
        source="target"
        disableSort
        label={t('audit.columns.target')}
        render={(entry: AuditEntry) => <Target entry={entry} />}
      />
    </DataTable>
  );
}

/** The log where a table would not fit. */
export function AuditCards({ none }: RowsProps) {
  return (
    <CardList<AuditEntry> card={{ gap: '6px' }} noMatch={none}>
      {(entry) => (
        <>
          <What entry={entry} />
          <Target entry={entry} />
          <Who entry={entry} />
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
            <Moment entry={entry} />
          </Box>
        </>
      )}
    </CardList>
  );
}

function Moment({ entry: { date } }: EntryProps) {
  const { moment } = useFormat();
  return <time dateTime={date}>{moment(date)}</time>;
}

function Who({ entry: { staffEmail, staffId } }: EntryProps) {
  return staffEmail === null ? <Code>{staffId}</Code> : <bdi>{staffEmail}</bdi>;
}

function What({ entry: { action, lookedBy, found, reason } }: EntryProps) {
  const { t } = useTranslation('support');
  const { number } = useFormat();
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 600 }}>{t(`audit.actions.${action}`)}</Box>
      {lookedBy !== null && (
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {t('audit.looked', { what: t(`kinds.${lookedBy}`), found: number(found ?? 0) })}
        </Box>
      )}
      {reason !== null && <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{reason}</Box>}
    </Box>
  );
}

/** What it was done to; of a search the digest of what was typed. */
function Target({ entry: { target, keyDigest } }: EntryProps) {
  const shown = target ?? keyDigest;
  return shown === null ? null : <Code short={target === null}>{shown}</Code>;
}
