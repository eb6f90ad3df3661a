import { clear, del, delMany, get, getMany, set, setMany } from 'idb-keyval';
import { keyValueStore } from '../../../../lib/key-value-store.ts';
import type { Rejection } from '../../uploads/files/validation.ts';
import { itemOf, storedOf, type BulkItem, type StoredItem } from './bulk-item.ts';

export interface StoredBatch {
  readonly batchId: string;
  /** Null when a visitor began it. */
  readonly userId: string | null;
  readonly order: readonly string[];
  /** Pictures that a visitor chose after that person's login had ended; they belong to the next one. */
  readonly visitors?: readonly string[] | undefined;
  /** Rejected files of the last selection. */
  readonly refused?: readonly Rejection[];
  /** Saving everything in HD is unfinished. */
  readonly isSaving: boolean;
}

const store = keyValueStore('clearcut-bulk', 'bulk');
const BATCH = 'batch';
const itemKey = (id: string): string => `item:${id}`;
const fileKey = (id: string): string => `file:${id}`;

/**
 * A bulk upload in IndexedDB, so that it survives the page: its pictures, and the files not on the server yet. A
 * picture's record is written before its file, so that a file that did not fit is known to be missing.
 */
export const bulkStorage = {
  async load(): Promise<{ batch: StoredBatch; items: BulkItem[] } | undefined> {
    const batch = await get<StoredBatch>(BATCH, store);
    if (batch === undefined) return undefined;
    const items = await getMany<StoredItem>(batch.order.map(itemKey), store);
    return { batch, items: items.filter((item) => item !== undefined).map(itemOf) };
  },

  saveBatch: (batch: StoredBatch): Promise<void> => set(BATCH, batch, store),

  saveItems: (items: readonly BulkItem[]): Promise<void> =>
    setMany(
      items.map((item) => [itemKey(item.id), storedOf(item)]),
      store,
    ),

  saveFile: (id: string, file: File): Promise<void> => set(fileKey(id), file, store),

  file: (id: string): Promise<File | undefined> => get<File>(fileKey(id), store),

  dropFile: (id: string): Promise<void> => del(fileKey(id), store),

  dropItems: (ids: readonly string[]): Promise<void> =>
    delMany(
      ids.flatMap((id) => [itemKey(id), fileKey(id)]),
      store,
    ),

  clear: (): Promise<void> => clear(store),
};
