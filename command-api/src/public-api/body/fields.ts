import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { invalidForm } from '../../http/body/multipart.ts';
import type { Spool, TakenFile } from '../../transaction/index.ts';
import { withNewlines } from '@clearcut/schemas/text/characters';
import { Base64Pipe } from './base64.ts';

export interface Fields {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FieldFile>;
  readonly repeated: ReadonlySet<string>;
}

export interface FieldFile extends TakenFile {
  readonly name: string;
}

export interface FieldNames {
  readonly files: ReadonlySet<string>;
  readonly base64: ReadonlySet<string>;
}

export const MAX_FIELDS = 50;
export const MAX_TEXT_BYTES = 64 * 1024;
export const MAX_FILES = 3;
/** The largest picture in base64 with line breaks. */
const MAX_BASE64_LENGTH = Math.ceil(MAX_UPLOAD_BYTES / 3) * 4 * 1.1;

export const tooMuchText = () => invalidForm(`Beside pictures, a body has ${MAX_TEXT_BYTES} bytes at most.`);
export const tooManyFields = () => invalidForm(`A body has ${MAX_FIELDS} fields at most.`);

/** Files go to the spool as they arrive; the first of each name counts, and the last of texts. */
export class FieldCollector implements Fields {
  readonly texts = new Map<string, string>();
  readonly files = new Map<string, FieldFile>();
  readonly repeated = new Set<string>();
  readonly #spool: Spool;
  readonly #names: FieldNames;
  #textBytes = 0;
  #fileCount = 0;

  constructor(spool: Spool, names: FieldNames) {
    this.#spool = spool;
    this.#names = names;
  }

  isFile(name: string): boolean {
    return this.#names.files.has(name);
  }

  isBase64(name: string): boolean {
    return this.#names.base64.has(name);
  }

  /** @throws CatalogueError validation_failed */
  text(name: string, value: string): void {
    this.#textBytes += name.length + value.length;
    if (this.#textBytes > MAX_TEXT_BYTES) throw tooMuchText();
    if (this.texts.has(name)) this.repeated.add(name);
    this.texts.set(name, withNewlines(value));
  }

  /** @throws CatalogueError validation_failed, file_too_large; what `bytes` throws */
  async file(name: string, bytes: AsyncIterable<Uint8Array>, fileName?: string): Promise<void> {
    this.#fileCount += 1;
    if (this.#fileCount > MAX_FILES) throw invalidForm(`A body has ${MAX_FILES} files at most.`);
    const taken = await this.#spool.take(bytes);
    const isBlank = taken.bytes === 0 && fileName === undefined && this.isFile(name);
    if (!isBlank && this.files.has(name)) this.repeated.add(name);
    if (isBlank || this.files.has(name)) await taken.remove();
    else this.files.set(name, { ...taken, name: fileName ?? '' });
  }

  async base64File(name: string, pieces: AsyncGenerator<string>): Promise<void> {
    const first = await pieces.next();
    // A blank form field.
    if (first.done === true) return;
    const pipe = new Base64Pipe();
    const taken = this.file(name, pipe.bytes);
    // Not awaited yet: without this, an oversized file would be an unhandled rejection.
    taken.catch(() => pipe.bytes.destroy());
    let length = 0;
    try {
      for await (const piece of joined(first.value, pieces)) {
        length += piece.length;
        // Limits white space, which the spool never sees.
        if (length > MAX_BASE64_LENGTH) break;
        await pipe.write(piece);
      }
      pipe.end();
    } catch (error) {
      pipe.bytes.destroy();
      await taken.catch(() => undefined);
      throw error;
    }
    await taken;
    if (length > MAX_BASE64_LENGTH) throw invalidForm(`The base64 of ${name} is too long.`);
  }

  async remove(): Promise<void> {
    await Promise.all([...this.files.values()].map((file) => file.remove()));
  }
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
