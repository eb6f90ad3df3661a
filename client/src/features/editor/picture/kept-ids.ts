import { EDITOR_PAGE_SIZE, IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';

const MINUTES = IMAGE_RETENTION_MS / 60_000;

/** Ids of a visitor's pictures, which only this browser knows. */
export class KeptIds {
  /** Shown by this page at any time. */
  readonly #known = new Set<string>();

  read(): string[] {
    try {
      const ids: unknown = JSON.parse(readStored('editor-images') ?? '[]');
      return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, EDITOR_PAGE_SIZE) : [];
    } catch {
      return [];
    }
  }

  know(ids: readonly string[]): void {
    for (const id of ids) this.#known.add(id);
  }

  /**
   * Keeps other pictures too: another tab's, newer than this page's list, or all stored ones until that list loads.
   * @param isListed whether it has loaded
   */
  write(ids: readonly string[], isListed: boolean): void {
    const others = this.read().filter((id) => !this.#known.has(id));
    const all = isListed ? [...others, ...ids] : [...ids, ...others];
    writeStored('editor-images', JSON.stringify(all.slice(0, EDITOR_PAGE_SIZE)), { minutes: MINUTES });
  }

  remove(): void {
    removeStored('editor-images');
  }

  forget(): void {
    this.#known.clear();
    this.remove();
  }
}
