import { bulkStorage } from './bulk-storage.ts';

/**
 * The files of a bulk upload until the server has them: in memory, and in the browser's database for the time after a reload.
 * @param keep waits for a write, and says so when there was no place for it
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

  /** Writes down those that were added: one after the other, as each may be large, and the first is on its way already. */
  async write(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const file = this.#files.get(id);
      if (file !== undefined) await this.#keep(bulkStorage.saveFile(id, file));
    }
  }

  /** The file as it was brought; undefined when nothing has kept it, or it was changed or deleted meanwhile. */
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
