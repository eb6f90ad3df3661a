import { createStore, type UseStore } from 'idb-keyval';

/** A browser that refuses storage may throw at once, which callers would not catch as a rejection. */
export function keyValueStore(database: string, name: string): UseStore {
  const store = createStore(database, name);
  return async (mode, work) => store(mode, work);
}
