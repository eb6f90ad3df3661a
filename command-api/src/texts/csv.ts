/**
 * RFC 4180. Escapes texts that a spreadsheet would run as formulas, since names and notes are untrusted. Numbers stay
 * numbers.
 */
export function csvRecord(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? String(field) : quoted(harmless(field)))).join(',')}\r\n`;
}

/** Without it Excel assumes the machine's legacy code page. */
export const BYTE_ORDER_MARK = '\uFEFF';

const harmless = (text: string): string => (/^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
