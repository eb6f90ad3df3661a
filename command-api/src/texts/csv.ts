import { Readable } from 'node:stream';

/**
 * Streams a table of any length, beginning with its heads.
 * @param heads one for each field of a record
 */
export function csvStream<Row>(
  heads: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
  fieldsOf: (row: Row) => readonly (string | number)[],
): Readable {
  async function* pieces(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvRecord(heads);
    for await (const batch of batches) {
      // An empty text would end the stream.
      if (batch.length > 0) yield batch.map((row) => csvRecord(fieldsOf(row))).join('');
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

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
