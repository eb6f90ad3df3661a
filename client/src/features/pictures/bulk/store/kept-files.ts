import { bulkStorage } from './bulk-storage.ts';

/**
 * Files of a bulk upload until the server has them: in memory, and in the browser's database for a reload.
 * @param keep waits for a write and reports when there was no room
 */
export class KeptFiles {
  readonly #files = new Map<string, File>();
  readonly #keep: (writing: Promise<void>) => Promise<void>;

  constructor(keep: (writing: Promise<void>) => Promise<void>) {
    this.#keep = keep;
  }

  add(id: string, file: File): void {
    this.#files.set(id, file);
  }

  /** Writes the added files one at a time: each may be large, and the first is already uploading. */
  async write(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const file = this.#files.get(id);
      if (file !== undefined) await this.#keep(bulkStorage.saveFile(id, file));
    }
  }

  /** Undefined when it was not kept, or was changed or deleted meanwhile. */
  async get(id: string): Promise<File | undefined> {
    const file = this.#files.get(id) ?? (await bulkStorage.file(id).catch(() => undefined));
    const readable = file?.slice(0, 1).arrayBuffer();
    return readable?.then(
      () => file,
      () => undefined,
    );
  }

  drop(id: string): void {
    this.#files.delete(id);
    void this.#keep(bulkStorage.dropFile(id));
  }

  forgetAll(): void {
    this.#files.clear();
  }
}
