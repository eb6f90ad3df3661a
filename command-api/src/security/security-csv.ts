import { Readable } from 'node:stream';
import type { SecurityEntry } from '@clearcut/schemas/security/http';
import type { TFunction } from 'i18next';
import { BYTE_ORDER_MARK, csvRecord } from '../texts/csv.ts';
import { languageFor, textsIn } from '../texts/texts.ts';

const COLUMNS = ['date', 'event', 'about', 'detail', 'who', 'aboutId', 'user', 'entry', 'picture'] as const;

/** Streams a security log of any length as CSV in the reader's language. */
export function securityCsv(batches: AsyncIterable<readonly SecurityEntry[]>, language: string): Readable {
  return Readable.from(pieces(batches, textsIn(languageFor(language), 'exports')), { objectMode: false });
}

async function* pieces(batches: AsyncIterable<readonly SecurityEntry[]>, t: TFunction): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecord(COLUMNS.map((column) => t(`columns.${column}`)));
  // An empty text would end the stream.
  for await (const batch of batches) if (batch.length > 0) yield batch.map((entry) => recordOf(entry, t)).join('');
}

function recordOf(entry: SecurityEntry, t: TFunction): string {
  return csvRecord([
    entry.date.slice(0, 19).replace('T', ' '),
    t(`security.${entry.kind}`),
    entry.userName ?? (entry.userId === null ? '' : t('who.user')),
    // Untranslated, for programs too: a word or a number of credits.
    entry.detail ?? '',
    entry.actorName ?? t(`who.${entry.actorKind}`),
    entry.userId ?? '',
    entry.actorKind === 'user' || entry.actorKind === 'staff' ? entry.actorId : '',
    entry.id,
    entry.pictureId ?? '',
  ]);
}
