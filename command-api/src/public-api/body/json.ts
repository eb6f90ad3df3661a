import { isUtf8 } from 'node:buffer';
import { invalidForm } from '../../http/body/multipart.ts';
import { Cursor } from './cursor.ts';
import { type FieldCollector, MAX_FIELDS, MAX_TEXT_BYTES, tooManyFields, tooMuchText } from './fields.ts';

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const BYTE_ORDER_MARK = '\uFEFF';
/** White space, and that mark. */
const AROUND_OBJECT = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const MAX_DEPTH = 8;
/** Stands for an object where a text belongs, so that it is not mistaken for a missing value. */
const NO_VALUE = '{}';

/**
 * Decodes base64 pictures into the spool as they arrive; parses the rest at the end. A list becomes its values joined
 * by commas, an object a text that no field accepts.
 * @throws CatalogueError validation_failed for what is no JSON object or beyond a limit, file_too_large; what `bytes`
 * throws
 */
export async function readJson(bytes: AsyncIterable<Uint8Array>, fields: FieldCollector): Promise<void> {
  const cursor = new Cursor(bytes);
  try {
    const object = parseObject(await readRest(cursor, fields));
    for (const [key, value] of Object.entries(object)) {
      if (value === null || (value === '' && fields.isBase64(key))) continue;
      fields.text(
        key,
        Array.isArray(value)
          ? value
              .filter((one) => one !== null)
              .map(textOf)
              .join(',')
          : textOf(value),
      );
    }
  } finally {
    await cursor.close();
  }
}

type Json = string | number | boolean | null | Json[] | { readonly [key: string]: Json };

const textOf = (value: Json): string => (typeof value === 'object' ? NO_VALUE : String(value));

function parseObject(text: string): Readonly<Record<string, Json>> {
  let value: Json;
  try {
    value = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) as Json;
  } catch (cause) {
    throw noObject(cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw noObject();
  return value;
}

const noObject = (cause?: unknown) => invalidForm('The body is not a valid JSON object.', cause);

/** Sends pictures to the spool. Resolves with the JSON in which their texts are empty. */
async function readRest(cursor: Cursor, fields: FieldCollector): Promise<string> {
  const rest = Buffer.allocUnsafe(MAX_TEXT_BYTES);
  let length = 0;
  let depth = 0;
  let values = 0;
  let textAt: number | undefined;
  let isEscaped = false;
  let isKey = false;
  let key = '';
  const append = (byte: number): void => {
    if (length === MAX_TEXT_BYTES) throw tooMuchText();
    rest[length] = byte;
    length += 1;
  };
  const open = (): void => {
    depth += 1;
    if (depth > MAX_DEPTH) throw invalidForm(`A body has ${MAX_DEPTH} levels at most.`);
  };
  while (await cursor.load()) {
    while (cursor.hasByte) {
      const byte = cursor.chunk[cursor.at] ?? 0;
      cursor.at += 1;
      append(byte);
      if (textAt !== undefined) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          if (isKey && depth === 1) key = parseText(rest.toString('utf8', textAt, length));
          textAt = undefined;
        }
      } else if (depth === 0 && byte !== OPEN_OBJECT) {
        if (!AROUND_OBJECT.has(byte)) throw noObject();
      } else if (byte === QUOTE) {
        if (depth === 1 && !isKey && fields.isBase64(key)) {
          await fields.base64File(key, base64Of(cursor));
          append(QUOTE);
        } else textAt = length - 1;
      } else if (byte === COLON) isKey = false;
      else if (byte === COMMA) {
        isKey = true;
        values += 1;
        if (values > MAX_FIELDS) throw tooManyFields();
      } else if (byte === OPEN_OBJECT) {
        isKey = true;
        open();
      } else if (byte === OPEN_ARRAY) open();
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
    }
  }
  const text = rest.subarray(0, length);
  if (!isUtf8(text)) throw invalidForm('Send the body as UTF-8.');
  return text.toString('utf8');
}

function parseText(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch (cause) {
    throw noObject(cause);
  }
}

async function* base64Of(cursor: Cursor): AsyncGenerator<string> {
  let escape = '';
  while (await cursor.load()) {
    const { chunk, at } = cursor;
    const [quote, backslash] = [chunk.indexOf(QUOTE, at), chunk.indexOf(BACKSLASH, at)];
    const isPlain = escape === '' && (backslash === -1 || (quote !== -1 && quote < backslash));
    if (isPlain) {
      const piece = cursor.take(quote === -1 ? undefined : quote);
      if (piece.length > 0) yield piece.toString('latin1');
      if (quote === -1) continue;
      cursor.at += 1;
      return;
    }
    // PHP writes each slash as `\/`.
    const unescaped = Buffer.allocUnsafe(chunk.length - at);
    let length = 0;
    let isEnd = false;
    while (cursor.hasByte && !isEnd) {
      const byte = chunk[cursor.at] ?? 0;
      cursor.at += 1;
      if (escape !== '') {
        escape += String.fromCharCode(byte);
        if (escape[1] === 'u' && escape.length < 6) continue;
        unescaped[length] = parseText(`"${escape}"`).charCodeAt(0);
        length += 1;
        escape = '';
      } else if (byte === BACKSLASH) escape = '\\';
      else if (byte === QUOTE) isEnd = true;
      else {
        unescaped[length] = byte;
        length += 1;
      }
    }
    if (length > 0) yield unescaped.toString('latin1', 0, length);
    if (isEnd) return;
  }
}
