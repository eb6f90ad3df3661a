import { CatalogueError } from '@clearcut/schemas/errors';

interface Limits {
  /** Pieces of work that run beside each other, of different keys. */
  readonly atOnce: number;
  /** Pieces that may wait, of all keys together. */
  readonly maxWaiting: number;
  /** Pieces of one key that may wait. */
  readonly maxWaitingOfOne: number;
}

export type FairTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs costly work a few pieces at a time: one of each key at once, and the keys that wait by turns. In one plain line a person who sends
 * 200 pieces at once would make all others wait for them; here each other person waits for one.
 * The work is refused with too_many_attempts when its own key waits too often already, and with service_unavailable when all together do.
 */
export function createFairTurns({ atOnce, maxWaiting, maxWaitingOfOne }: Limits): FairTurns {
  const running = new Set<string>();
  /** A `Map` keeps the order in which keys were set: the first is the one whose turn it is. */
  const waiting = new Map<string, (() => void)[]>();
  let waitingCount = 0;

  async function wait(key: string): Promise<void> {
    const own = waiting.get(key) ?? [];
    if (own.length >= maxWaitingOfOne) throw new CatalogueError('too_many_attempts');
    if (waitingCount >= maxWaiting) throw new CatalogueError('service_unavailable');
    waitingCount += 1;
    waiting.set(key, own);
    await new Promise<void>((resolve) => own.push(resolve));
  }

  /** Gives a free place to the next key in line that does not run already. */
  function handOn(): void {
    const key = [...waiting.keys()].find((candidate) => !running.has(candidate));
    const own = key === undefined ? undefined : waiting.get(key);
    const begin = own?.shift();
    if (key === undefined || own === undefined || begin === undefined) return;
    waitingCount -= 1;
    // To the end of the line with the rest of it.
    waiting.delete(key);
    if (own.length > 0) waiting.set(key, own);
    running.add(key);
    begin();
  }

  return async (key, work) => {
    if (running.size >= atOnce || running.has(key)) await wait(key);
    else running.add(key);
    try {
      return await work();
    } finally {
      running.delete(key);
      // The place goes straight to the next in line, so that a newcomer cannot take it first.
      handOn();
    }
  };
}
