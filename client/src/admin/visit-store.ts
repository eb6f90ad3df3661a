import { memoryStore, type Store } from 'react-admin';

let kept: { readonly person: string; readonly store: Store } | undefined;

/**
 * Where react-admin keeps filters, order and page of the lists in this visit: a person who comes back to one finds it as it was left.
 * What a person searched for is private, so the next person gets a new one.
 */
export function visitStore(person: string): Store {
  if (kept?.person !== person) {
    const store = memoryStore();
    store.setup();
    // react-admin does both with each page that has a list, and either empties the store.
    kept = { person, store: { ...store, setup: () => undefined, teardown: () => undefined } };
  }
  return kept.store;
}
