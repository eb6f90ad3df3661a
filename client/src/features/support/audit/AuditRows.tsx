import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import Box from '@mui/material/Box';
import { DataTable } from 'react-admin';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/Moment.tsx';
import { Column } from '../../../admin/Column.ts';
import { CardList } from '../../../admin/CardList.tsx';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Code } from '../parts/Code.tsx';

interface RowsProps {
  /** Shown when the filters match nothing. */
  readonly none: ReactNode;
}

interface EntryProps {
  readonly entry: AuditEntry;
}

export function AuditTable({ none }: RowsProps) {
  const { t } = useTranslation('support');
  return (
    <DataTable rowClick={false} bulkActionButtons={false} empty={<>{none}</>}>
      <Column
        source="date"
        sortByOrder="DESC"
        label={t('audit.columns.date')}
        render={({ date }: AuditEntry) => <Moment iso={date} />}
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

export function AuditCards({ none }: RowsProps) {
  return (
    <CardList<AuditEntry> card={{ gap: 0.75 }} noMatch={none}>
      {(entry) => (
        <>
          <What entry={entry} />
          <Target entry={entry} />
          <Who entry={entry} />
          <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
            <Moment iso={entry.date} />
          </Box>
        </>
      )}
    </CardList>
  );
}

function Who({ entry: { staffEmail, staffId } }: EntryProps) {
  return staffEmail === null ? <Code>{staffId}</Code> : <bdi>{staffEmail}</bdi>;
}

function What({ entry: { action, lookedBy, found, reason } }: EntryProps) {
  const { t } = useTranslation('support');
  const { number } = useFormat();
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 'strong' }}>{t(`audit.actions.${action}`)}</Box>
      {lookedBy !== null && (
        <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
          {t('audit.looked', { what: t(`kinds.${lookedBy}`), found: number(found ?? 0) })}
        </Box>
      )}
      {reason !== null && <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>{reason}</Box>}
    </Box>
  );
}

/** Object of the action; for a search, the digest of its text. */
function Target({ entry: { target, keyDigest } }: EntryProps) {
  const shown = target ?? keyDigest;
  return shown === null ? null : <Code short={target === null}>{shown}</Code>;
}
