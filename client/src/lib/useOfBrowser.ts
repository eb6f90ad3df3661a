import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * What the browser alone knows, such as the fragment of its address. While a page that was drawn on the server is taken over it is `blank`, as
 * it was there; the value comes right after.
 */
export function useOfBrowser<Value>(read: () => Value, blank: Value): Value {
  return useSyncExternalStore(never, read, () => blank);
}
