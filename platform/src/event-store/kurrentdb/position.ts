import { type Position as ServerPosition, START } from '@eventstore/db-client';
import { ForeignPositionError, type Position } from '../port.ts';

/** `<commit>/<prepare>`: events of one append may share the first. */
export function toPosition({ commit, prepare }: ServerPosition): Position {
  return `${commit}/${prepare}`;
}

/** @throws ForeignPositionError */
export function fromPosition(position: Position | null): ServerPosition | typeof START {
  if (position === null) return START;
  const [, commit, prepare] = /^(\d+)\/(\d+)$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined) throw new ForeignPositionError(position);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

export function isAfter(position: ServerPosition, from: Position | null): boolean {
  const last = fromPosition(from);
  if (last === START) return true;
  return position.commit === last.commit ? position.prepare > last.prepare : position.commit > last.commit;
}

export function isLater(position: Position, than: Position | null): boolean {
  const place = fromPosition(position);
  return place !== START && isAfter(place, than);
}
