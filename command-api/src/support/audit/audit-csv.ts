import { Readable } from 'node:stream';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import type { TFunction } from 'i18next';
import { BYTE_ORDER_MARK, csvRecord } from '../../texts/csv.ts';
import { languageFor, textsIn } from '../../texts/texts.ts';

const COLUMNS = ['date', 'who', 'user', 'event', 'detail', 'digest', 'found', 'aboutId', 'note', 'entry'] as const;

/** Streams a staff log of any length as CSV in the reader's language. */
export function auditCsv(batches: AsyncIterable<readonly AuditEntry[]>, language: string): Readable {
  return Readable.from(pieces(batches, textsIn(languageFor(language), 'exports')), { objectMode: false });
}

async function* pieces(batches: AsyncIterable<readonly AuditEntry[]>, t: TFunction): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecord(COLUMNS.map((column) => t(`columns.${column}`)));
  // An empty text would end the stream.
  for await (const batch of batches) if (batch.length > 0) yield batch.map((entry) => recordOf(entry, t)).join('');
}

function recordOf(entry: AuditEntry, t: TFunction): string {
  return csvRecord([
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
  ]);
}
