import { memoryStore, type Store } from 'react-admin';

let kept: { readonly person: string; readonly store: Store } | undefined;

/** Searches are private, so another person gets a new store. */
export function visitStore(person: string): Store {
  if (kept?.person !== person) {
    const store = memoryStore();
    store.setup();
    // react-admin calls both on each page with a list, and either empties the store.
    kept = { person, store: { ...store, setup: () => undefined, teardown: () => undefined } };
  }
  return kept.store;
}
