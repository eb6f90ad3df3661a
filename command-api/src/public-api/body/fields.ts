import type { Spool, TakenFile } from '../../transaction/upload/spool.ts';
import { Base64Pipe } from './base64.ts';

/** What a request said, whatever form its body had. */
export interface Fields {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FieldFile>;
}

export interface FieldFile extends TakenFile {
  /** As the client calls it; empty when it does not. */
  readonly name: string;
}

/** Longer texts are no parameters. */
export const MAX_TEXT = 64 * 1024;

/** Collects the fields of one body. Files go to the spool as they arrive; of several of one name the first counts. */
export class FieldCollector implements Fields {
  readonly texts = new Map<string, string>();
  readonly files = new Map<string, FieldFile>();
  readonly #spool: Spool;
  readonly #base64: ReadonlySet<string>;

  /** @param base64 names of fields whose texts are files */
  constructor(spool: Spool, base64: ReadonlySet<string>) {
    this.#spool = spool;
    this.#base64 = base64;
  }

  isBase64(name: string): boolean {
    return this.#base64.has(name);
  }

  text(name: string, value: string): void {
    this.texts.set(name, value.slice(0, MAX_TEXT));
  }

  /** @throws CatalogueError file_too_large; what `bytes` throws */
  async file(name: string, bytes: AsyncIterable<Uint8Array>, fileName = ''): Promise<void> {
    const taken = await this.#spool.take(bytes);
    if (this.files.has(name)) await taken.remove();
    else this.files.set(name, { ...taken, name: fileName });
  }

  /** A file that comes as base64, in pieces of text. */
  async base64File(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const pipe = new Base64Pipe();
    const taken = this.file(name, pipe.bytes);
    // Not yet waited for: without this, a file that is too large would end the process.
    taken.catch(() => pipe.bytes.destroy());
    for await (const piece of pieces) await pipe.write(piece);
    pipe.end();
    await taken;
  }

  async remove(): Promise<void> {
    await Promise.all([...this.files.values()].map((file) => file.remove()));
  }
}
