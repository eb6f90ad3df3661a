import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** `blank` during hydration, as on the server; the value right after. */
export function useOfBrowser<Value>(read: () => Value, blank: Value): Value {
  return useSyncExternalStore(never, read, () => blank);
}
