import type { QueuePlace } from '@clearcut/schemas/transaction/http';

/** How many pictures are before one's own: now, and as was last read out. */
export interface ShownPlace {
  readonly ahead: number;
  readonly announced: number;
}

/** The place after news of it. Only when it has halved is it read out again: each step of a long queue would be too many words. */
export function nextPlace(before: ShownPlace | undefined, queue: QueuePlace | undefined): ShownPlace | undefined {
  if (queue === undefined) return undefined;
  const { ahead } = queue;
  return { ahead, announced: before === undefined || ahead <= before.announced / 2 ? ahead : before.announced };
}
