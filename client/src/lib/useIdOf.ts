import { useState } from 'react';
import { randomUuid } from './random-uuid.ts';

/** Id of a request with these values: a retry after a lost answer repeats it, other values make another request. */
export function useIdOf(...values: readonly unknown[]): string {
  const content = JSON.stringify(values);
  const [latest, setLatest] = useState(() => ({ content, id: randomUuid() }));
  if (latest.content === content) return latest.id;
  const next = { content, id: randomUuid() };
  setLatest(next);
  return next.id;
}
