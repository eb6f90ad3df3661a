import { v5 } from 'uuid';

/** Changing it would make every retry look new. */
const NAMESPACE = '6f2b5d0e-6c1f-5a86-9d3c-0a4f6f1f5c7b';

export function derivedId(...parts: string[]): string {
  // JSON keeps ('a', 'bc') and ('ab', 'c') apart.
  return v5(JSON.stringify(parts), NAMESPACE);
}

/** @param index among the events of one command */
export function eventId(commandId: string, index: number): string {
  return derivedId('event', commandId, String(index));
}
