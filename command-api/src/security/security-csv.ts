import type { Readable } from 'node:stream';
import type { SecurityEntry } from '@clearcut/schemas/security/http';
import type { TFunction } from 'i18next';
import { csvDate, csvStream } from '../texts/csv.ts';

const COLUMNS = ['date', 'event', 'about', 'detail', 'who', 'aboutId', 'user', 'entry', 'picture'] as const;

export function securityCsv(batches: AsyncIterable<readonly SecurityEntry[]>, language: string): Readable {
  return csvStream({ columns: COLUMNS, fieldsOf }, batches, language);
}

function fieldsOf(entry: SecurityEntry, t: TFunction): readonly (string | number)[] {
  return [
    csvDate(entry.date),
    t(`security.${entry.kind}`),
    entry.userName ?? (entry.userId === null ? '' : t('who.user')),
    // Untranslated, for programs too: a word or a number of credits.
    entry.detail ?? '',
    entry.actorName ?? t(`who.${entry.actorKind}`),
    entry.userId ?? '',
    entry.actorKind === 'user' || entry.actorKind === 'staff' ? entry.actorId : '',
    entry.id,
    entry.pictureId ?? '',
  ];
}
