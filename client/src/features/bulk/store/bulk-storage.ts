import { clear, createStore, del, delMany, get, getMany, set, setMany } from 'idb-keyval';
import type { BulkItem, StoredItem } from './bulk-item.ts';

/** What is known of a bulk upload besides its pictures. */
export interface StoredBatch {
  readonly batchId: string;
  /** Whose it is; null for one that a visitor began. */
  readonly userId: string | null;
  /** Ids of its pictures, in their order. */
  readonly order: readonly string[];
  /** Everything was to be saved in HD, and this was not finished. */
  readonly isSaving: boolean;
}

const store = createStore('clearcut-bulk', 'bulk');
const BATCH = 'batch';
const itemKey = (id: string): string => `item:${id}`;
const fileKey = (id: string): string => `file:${id}`;

const plain = ({ id, key, name, bytes, transactionId, failure }: BulkItem): StoredItem => ({
  id,
  key,
  name,
  bytes,
  ...(transactionId === undefined ? {} : { transactionId }),
  ...(failure === undefined ? {} : { failure: { code: failure.code, message: failure.message } }),
});

/**
 * A bulk upload in this browser's IndexedDB, so that it outlives the page: what it consists of, and the files that are not on
 * the server yet. The record of a picture comes before its file, so that one whose file did not fit is known to be missing.
 */
export const bulkStorage = {
  async load(): Promise<{ batch: StoredBatch; items: StoredItem[] } | undefined> {
    const batch = await get<StoredBatch>(BATCH, store);
    if (batch === undefined) return undefined;
    const items = await getMany<StoredItem>(batch.order.map(itemKey), store);
    return { batch, items: items.filter((item) => item !== undefined) };
  },

  saveBatch: (batch: StoredBatch): Promise<void> => set(BATCH, batch, store),

  saveItems: (items: readonly BulkItem[]): Promise<void> =>
    setMany(
      items.map((item) => [itemKey(item.id), plain(item)]),
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

  /** Nothing of it stays in this browser. */
  clear: (): Promise<void> => clear(store),
};
