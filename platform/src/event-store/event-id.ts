import { v5 } from 'uuid';

/** Namespace of all ids that we derive. Changing it would make every retry look like a new command. */
const NAMESPACE = '6f2b5d0e-6c1f-5a86-9d3c-0a4f6f1f5c7b';

/** A UUID (version 5) that is the same for the same parts, in every process and at any time. */
export function derivedId(...parts: string[]): string {
  // JSON keeps ('a', 'bc') and ('ab', 'c') apart.
  return v5(JSON.stringify(parts), NAMESPACE);
}

/** The id of the event at `index` (from 0) among those that one command caused. */
export function eventId(commandId: string, index: number): string {
  return derivedId('event', commandId, String(index));
}
