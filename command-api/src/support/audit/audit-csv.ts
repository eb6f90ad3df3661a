import type { Readable } from 'node:stream';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import type { TFunction } from 'i18next';
import { csvDate, csvStream } from '../../texts/csv.ts';

const COLUMNS = ['date', 'who', 'user', 'event', 'detail', 'digest', 'found', 'aboutId', 'note', 'entry'] as const;

export function auditCsv(batches: AsyncIterable<readonly AuditEntry[]>, language: string): Readable {
  return csvStream({ columns: COLUMNS, fieldsOf }, batches, language);
}

function fieldsOf(entry: AuditEntry, t: TFunction): readonly (string | number)[] {
  return [
    csvDate(entry.date),
    entry.staffEmail ?? t('who.staff'),
    entry.staffId,
    t(`staff.${entry.action}`),
    // Untranslated, for programs too.
    entry.lookedBy ?? '',
    entry.keyDigest ?? '',
    entry.found ?? '',
    entry.target ?? '',
    entry.reason ?? '',
    entry.id,
  ];
}
