import { Readable } from 'node:stream';
import type { TFunction } from 'i18next';
import { languageFor, textsIn } from './texts.ts';

interface CsvTable<Row> {
  /** Keys of the heads' texts, one for each field of a record. */
  readonly columns: readonly string[];
  readonly fieldsOf: (row: Row, t: TFunction) => readonly (string | number)[];
}

/** Streams a table of any length in the reader's language. */
export function csvStream<Row>(
  { columns, fieldsOf }: CsvTable<Row>,
  batches: AsyncIterable<readonly Row[]>,
  language: string,
): Readable {
  const t = textsIn(languageFor(language), 'exports');
  async function* pieces(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvRecord(columns.map((column) => t(`columns.${column}`)));
    for await (const batch of batches) {
      // An empty text would end the stream.
      if (batch.length > 0) yield batch.map((row) => csvRecord(fieldsOf(row, t))).join('');
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** As spreadsheets read it. @param date ISO 8601, UTC */
export const csvDate = (date: string): string => date.slice(0, 19).replace('T', ' ');

/**
 * RFC 4180. Escapes texts that a spreadsheet would run as formulas, since names and notes are untrusted. Numbers stay
 * numbers.
 */
export function csvRecord(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? String(field) : quoted(harmless(field)))).join(',')}\r\n`;
}

/** Without it Excel assumes the machine's legacy code page. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets with decimal commas begin a cell after each semicolon. */
const harmless = (text: string): string => text.replace(/(^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@\t\r＝＋－＠])/g, "$1'");

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
