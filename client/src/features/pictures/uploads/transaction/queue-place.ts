import type { QueuePlace } from '@clearcut/schemas/transaction/http';

/** Pictures ahead: now, and as last announced. */
export interface ShownPlace {
  readonly ahead: number;
  readonly announced: number;
}

/** Announces again only after halving: every step of a long queue would be too many. */
export function nextPlace(before: ShownPlace | undefined, queue: QueuePlace | undefined): ShownPlace | undefined {
  if (queue === undefined) return undefined;
  const { ahead } = queue;
  return { ahead, announced: before === undefined || ahead <= before.announced / 2 ? ahead : before.announced };
}
