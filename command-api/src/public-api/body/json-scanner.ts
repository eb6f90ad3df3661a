import { isUtf8 } from 'node:buffer';
import { invalidForm } from '../../http/body/multipart.ts';
import { MAX_FIELDS, MAX_TEXT_BYTES, tooManyFields, tooMuchText } from './fields.ts';
import { invalidJson, QUOTE, BACKSLASH, stringOf } from './json-string.ts';

const [COLON, COMMA] = [0x3a, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
/** White space, and the bytes of a byte order mark. */
const AROUND_OBJECT = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const MAX_DEPTH = 8;

/**
 * Copies a JSON object byte by byte and finds strings that are values of its own keys. Checks limits, but no syntax.
 */
export class JsonScanner {
  readonly #copy = Buffer.allocUnsafe(MAX_TEXT_BYTES);
  #length = 0;
  #depth = 0;
  #commas = 0;
  #key = '';
  #isKey = false;
  #stringAt: number | undefined;
  #isEscaped = false;

  /**
   * Returns the key when the byte opens a string that is the key's value.
   * @throws CatalogueError validation_failed
   */
  scan(byte: number): string | undefined {
    this.#append(byte);
    if (this.#stringAt !== undefined) this.#scanString(byte, this.#stringAt);
    else if (this.#depth === 0 && byte !== OPEN_OBJECT) {
      if (!AROUND_OBJECT.has(byte)) throw invalidJson();
    } else if (byte === QUOTE) {
      this.#stringAt = this.#length - 1;
      if (this.#depth === 1 && !this.#isKey) return this.#key;
    } else this.#scanStructure(byte);
    return undefined;
  }

  /** Leaves the open string empty in the copy. */
  skipString(): void {
    this.#append(QUOTE);
    this.#stringAt = undefined;
  }

  /** @throws CatalogueError validation_failed */
  copied(): string {
    const bytes = this.#copy.subarray(0, this.#length);
    if (!isUtf8(bytes)) throw invalidForm('Send the body as UTF-8.');
    return bytes.toString('utf8');
  }

  #append(byte: number): void {
    if (this.#length === MAX_TEXT_BYTES) throw tooMuchText();
    this.#copy[this.#length] = byte;
    this.#length += 1;
  }

  #scanString(byte: number, from: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      if (this.#isKey && this.#depth === 1) this.#key = stringOf(this.#copy.toString('utf8', from, this.#length));
      this.#stringAt = undefined;
    }
  }

  #scanStructure(byte: number): void {
    if (byte === COLON) this.#isKey = false;
    else if (byte === COMMA) {
      this.#isKey = true;
      this.#commas += 1;
      if (this.#commas > MAX_FIELDS) throw tooManyFields();
    } else if (byte === OPEN_OBJECT) {
      this.#isKey = true;
      this.#open();
    } else if (byte === OPEN_ARRAY) this.#open();
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#depth -= 1;
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw invalidForm(`A body has ${MAX_DEPTH} levels at most.`);
  }
}
