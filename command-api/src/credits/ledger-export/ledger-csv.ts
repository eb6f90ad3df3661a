import { Readable } from 'node:stream';
import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import { DEFAULT_LANGUAGE, isTranslated, type Language } from '@clearcut/schemas/languages';
import { BYTE_ORDER_MARK, csvRecord } from './csv.ts';
import ar from './locales/ar.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };

type Texts = typeof en;

const TEXTS: Readonly<Record<Language, Texts>> = { en, es, ar };

/** A ledger as a CSV file in a person's language, made while it is sent: it may be of any length. */
export function ledgerCsv(batches: AsyncIterable<readonly LedgerEntry[]>, language: string): Readable {
  return Readable.from(pieces(batches, TEXTS[isTranslated(language) ? language : DEFAULT_LANGUAGE]), {
    objectMode: false,
  });
}

async function* pieces(batches: AsyncIterable<readonly LedgerEntry[]>, texts: Texts): AsyncGenerator<string> {
  const { date, description, credits, balance, who, note, picture, save, user, entry } = texts.columns;
  yield BYTE_ORDER_MARK + csvRecord([date, description, credits, balance, who, note, picture, save, user, entry]);
  // An empty text would end the stream.
  for await (const batch of batches) if (batch.length > 0) yield batch.map((entry) => recordOf(entry, texts)).join('');
}

function recordOf(entry: LedgerEntry, texts: Texts): string {
  return csvRecord([
    entry.date.slice(0, 19).replace('T', ' '),
    texts.descriptions[entry.descriptionType],
    entry.credits,
    entry.balance,
    entry.actorName ?? texts.who[entry.actorKind],
    entry.cause ?? '',
    entry.transactionId ?? '',
    entry.saveId ?? '',
    entry.actorKind === 'user' ? entry.actorId : '',
    entry.id,
  ]);
}
