import { invalidForm } from '../../http/body/multipart.ts';
import { Cursor } from './cursor.ts';
import { type FieldCollector, MAX_FIELDS, MAX_TEXT_BYTES, tooManyFields, tooMuchText } from './fields.ts';

const [AMPERSAND, EQUALS, PERCENT, PLUS, SPACE] = [0x26, 0x3d, 0x25, 0x2b, 0x20];

/**
 * Decodes base64 as it arrives, tolerating literal plus signs.
 * @throws CatalogueError validation_failed, file_too_large; what `bytes` throws
 */
export async function readUrlencoded(bytes: AsyncIterable<Uint8Array>, fields: FieldCollector): Promise<void> {
  const cursor = new Cursor(bytes);
  try {
    let count = 0;
    while (await cursor.load()) {
      count += 1;
      if (count > MAX_FIELDS) throw tooManyFields();
      const name = await readText(cursor, [EQUALS, AMPERSAND]);
      const hasValue = cursor.hasByte && cursor.chunk[cursor.at] === EQUALS;
      cursor.at += 1;
      if (!hasValue) {
        if (name !== '') fields.text(name, '');
      } else if (fields.isBase64(name)) await fields.base64File(name, base64Of(cursor));
      else {
        fields.text(name, await readText(cursor, [AMPERSAND]));
        cursor.at += 1;
      }
    }
  } finally {
    await cursor.close();
  }
}

async function readText(cursor: Cursor, ends: readonly number[]): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  while (await cursor.load()) {
    const end = endOf(cursor, ends);
    const piece = cursor.take(end);
    length += piece.length;
    if (length > MAX_TEXT_BYTES) throw tooMuchText();
    pieces.push(piece);
    if (cursor.hasByte) break;
  }
  return decode(Buffer.concat(pieces), { plus: SPACE, isWhole: true }).decoded.toString('utf8');
}

function endOf({ chunk, at }: Cursor, ends: readonly number[]): number {
  for (let end = at; end < chunk.length; end += 1) if (ends.includes(chunk[end] ?? 0)) return end;
  return chunk.length;
}

async function* base64Of(cursor: Cursor): AsyncGenerator<string> {
  let cut: Buffer = Buffer.alloc(0);
  while (await cursor.load()) {
    const found = cursor.chunk.indexOf(AMPERSAND, cursor.at);
    const piece = Buffer.concat([cut, cursor.take(found === -1 ? undefined : found)]);
    const { decoded, rest } = decode(piece, { plus: PLUS, isWhole: false });
    cut = rest;
    if (decoded.length > 0) yield decoded.toString('latin1');
    if (found === -1) continue;
    cursor.at += 1;
    break;
  }
  if (cut.length > 0) throw invalidForm('The body is not a valid form.');
}

/**
 * Keeps a percent sign that starts no escape.
 * @param plus replacement for a plus sign
 * @param isWhole false when the end may have cut an escape, returned as `rest`
 */
function decode(
  bytes: Buffer,
  { plus, isWhole }: { readonly plus: number; readonly isWhole: boolean },
): { readonly decoded: Buffer; readonly rest: Buffer } {
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === PERCENT) {
      if (!isWhole && at + 2 >= bytes.length) {
        return { decoded: decoded.subarray(0, length), rest: bytes.subarray(at) };
      }
      const escaped = hexOf(bytes[at + 1]) * 16 + hexOf(bytes[at + 2]);
      decoded[length] = Number.isNaN(escaped) ? byte : escaped;
      if (!Number.isNaN(escaped)) at += 2;
    } else decoded[length] = byte === PLUS ? plus : byte;
    length += 1;
  }
  return { decoded: decoded.subarray(0, length), rest: Buffer.alloc(0) };
}

function hexOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}
