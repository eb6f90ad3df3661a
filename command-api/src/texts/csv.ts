/**
 * One record of a CSV file. Source: RFC 4180. What a spreadsheet would take for a formula is marked as text: names and notes are
 * other people's words. Numbers stay numbers.
 */
export function csvRecord(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? String(field) : quoted(harmless(field)))).join(',')}\r\n`;
}

/** Excel takes a file without it for one of the machine's old code page. */
export const BYTE_ORDER_MARK = '\uFEFF';

const harmless = (text: string): string => (/^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
