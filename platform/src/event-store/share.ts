import type { Position } from './port.ts';

/** 0 to 1, for progress only: positions begin with a growing number. */
export function shareBefore(position: Position | null, head: Position | null): number | null {
  const [at, end] = [leadingNumber(position), leadingNumber(head)];
  if (at === undefined || end === undefined || end === 0) return null;
  return Math.min(1, at / end);
}

function leadingNumber(position: Position | null): number | undefined {
  const digits = /^\d+/.exec(position ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
}
