import type { Readable } from 'node:stream';
import type { SecurityEntry } from '@clearcut/schemas/security/http';
import type { TFunction } from 'i18next';
import { csvStream } from '../texts/csv.ts';
import { languageFor, textsIn } from '../texts/texts.ts';

const COLUMNS = ['date', 'event', 'about', 'detail', 'who', 'aboutId', 'user', 'entry', 'picture'] as const;

/** CSV in the reader's language. */
export function securityCsv(batches: AsyncIterable<readonly SecurityEntry[]>, language: string): Readable {
  const t = textsIn(languageFor(language), 'exports');
  const heads = COLUMNS.map((column) => t(`columns.${column}`));
  return csvStream(heads, batches, (entry) => fieldsOf(entry, t));
}

function fieldsOf(entry: SecurityEntry, t: TFunction): readonly (string | number)[] {
  return [
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
  ];
}
