import type { Readable } from 'node:stream';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import type { TFunction } from 'i18next';
import { csvStream } from '../../texts/csv.ts';
import { languageFor, textsIn } from '../../texts/texts.ts';

const COLUMNS = ['date', 'who', 'user', 'event', 'detail', 'digest', 'found', 'aboutId', 'note', 'entry'] as const;

/** CSV in the reader's language. */
export function auditCsv(batches: AsyncIterable<readonly AuditEntry[]>, language: string): Readable {
  const t = textsIn(languageFor(language), 'exports');
  const heads = COLUMNS.map((column) => t(`columns.${column}`));
  return csvStream(heads, batches, (entry) => fieldsOf(entry, t));
}

function fieldsOf(entry: AuditEntry, t: TFunction): readonly (string | number)[] {
  return [
    entry.date.slice(0, 19).replace('T', ' '),
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
