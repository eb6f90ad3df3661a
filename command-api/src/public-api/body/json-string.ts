import { invalidForm } from '../../http/body/multipart.ts';
import type { Cursor } from './cursor.ts';

export const [QUOTE, BACKSLASH] = [0x22, 0x5c];

export const invalidJson = (cause?: unknown) => invalidForm('The body is not a valid JSON object.', cause);

/** @throws CatalogueError validation_failed */
export function stringOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch (cause) {
    throw invalidJson(cause);
  }
}

/** Yields the content of an ASCII string in pieces, unescaped, and passes its closing quote. */
export async function* stringPieces(cursor: Cursor): AsyncGenerator<string> {
  const reader = new StringReader();
  while (!reader.isEnd && (await cursor.load())) {
    const piece = reader.read(cursor);
    if (piece !== '') yield piece;
  }
}

class StringReader {
  isEnd = false;
  /** May continue in the next chunk. */
  #escape = '';

  /** Looks at each byte only where there are escapes: PHP writes each slash as `\/`. */
  read(cursor: Cursor): string {
    const { chunk, at } = cursor;
    const [quote, backslash] = [chunk.indexOf(QUOTE, at), chunk.indexOf(BACKSLASH, at)];
    const isPlain = this.#escape === '' && (backslash === -1 || (quote !== -1 && quote < backslash));
    if (!isPlain) return this.#unescape(cursor);
    const piece = cursor.take(quote === -1 ? undefined : quote);
    if (quote !== -1) {
      cursor.next();
      this.isEnd = true;
    }
    return piece.toString('latin1');
  }

  #unescape(cursor: Cursor): string {
    const unescaped = Buffer.allocUnsafe(cursor.chunk.length - cursor.at);
    let length = 0;
    while (cursor.hasByte && !this.isEnd) {
      const byte = cursor.next();
      if (byte === QUOTE && this.#escape === '') this.isEnd = true;
      else {
        const character = this.#characterOf(byte);
        if (character === undefined) continue;
        unescaped[length] = character;
        length += 1;
      }
    }
    return unescaped.toString('latin1', 0, length);
  }

  /** Undefined before the end of an escape. */
  #characterOf(byte: number): number | undefined {
    if (this.#escape === '' && byte !== BACKSLASH) return byte;
    this.#escape += String.fromCharCode(byte);
    if (this.#escape.length < (this.#escape[1] === 'u' ? 6 : 2)) return undefined;
    const character = stringOf(`"${this.#escape}"`).charCodeAt(0);
    this.#escape = '';
    return character;
  }
}
