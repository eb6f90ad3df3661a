import type { Readable } from 'node:stream';
import type { LedgerEntry, LedgerSum, LedgerSumsQuery } from '@clearcut/schemas/credits/http';
import type { TFunction } from 'i18next';
import { languageFor, textsIn } from '../../texts/texts.ts';
import { BYTE_ORDER_MARK, csvDate, csvRecord, csvStream } from '../../texts/csv.ts';

const COLUMNS = [
  'date',
  'description',
  'credits',
  'balance',
  'who',
  'note',
  'file',
  'picture',
  'save',
  'user',
  'entry',
  'apiKey',
] as const;

export function ledgerCsv(batches: AsyncIterable<readonly LedgerEntry[]>, language: string): Readable {
  return csvStream({ columns: COLUMNS, fieldsOf }, batches, language);
}

function fieldsOf(entry: LedgerEntry, t: TFunction): readonly (string | number)[] {
  return [
    csvDate(entry.date),
    t(`descriptions.${entry.descriptionType}`),
    entry.credits,
    entry.balance,
    entry.actorName ?? t(`who.${entry.actorKind}`),
    entry.cause ?? '',
    entry.fileName ?? '',
    entry.transactionId ?? '',
    entry.saveId ?? '',
    entry.actorKind === 'user' ? entry.actorId : '',
    entry.id,
    entry.keyName ?? '',
  ];
}

export function sumsCsv(sums: readonly LedgerSum[], by: LedgerSumsQuery['by'], language: string): string {
  const t = textsIn(languageFor(language), 'exports');
  const nameless = ({ id }: LedgerSum): string => t(id === null ? 'who.withoutKey' : 'who.user');
  const columns = [by === 'key' ? 'apiKey' : 'who', 'saves', 'credits', 'id'] as const;
  const records = sums.map((sum) => [sum.name ?? nameless(sum), sum.saves, sum.credits, sum.id ?? '']);
  return BYTE_ORDER_MARK + [columns.map((column) => t(`columns.${column}`)), ...records].map(csvRecord).join('');
}
