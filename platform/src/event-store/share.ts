import type { Position } from './port.ts';

/**
 * About how much of the log up to `head` lies before `position`, from 0 to 1: to say how long a read will take, and for nothing else.
 * Positions of every store begin with a number that grows with the log, by the event or by the byte. Null where one is missing.
 */
export function shareBefore(position: Position | null, head: Position | null): number | null {
  const [at, end] = [leadingNumber(position), leadingNumber(head)];
  if (at === undefined || end === undefined || end === 0) return null;
  return Math.min(1, at / end);
}

function leadingNumber(position: Position | null): number | undefined {
  const digits = /^\d+/.exec(position ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
}
