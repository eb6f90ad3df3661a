import { Cursor } from './cursor.ts';
import type { FieldCollector } from './fields.ts';
import { JsonScanner } from './json-scanner.ts';
import { invalidJson, stringPieces } from './json-string.ts';

const BYTE_ORDER_MARK = '\uFEFF';
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
    throw invalidJson(cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidJson();
  return value;
}

/** Sends pictures to the spool. Resolves with the JSON in which their texts are empty. */
async function readRest(cursor: Cursor, fields: FieldCollector): Promise<string> {
  const scanner = new JsonScanner();
  while (await cursor.load()) {
    while (cursor.hasByte) {
      const key = scanner.scan(cursor.next());
      if (key === undefined || !fields.isBase64(key)) continue;
      await fields.base64File(key, stringPieces(cursor));
      scanner.skipString();
    }
  }
  return scanner.copied();
}
