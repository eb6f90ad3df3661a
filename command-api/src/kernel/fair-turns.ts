import { CatalogueError } from '@clearcut/schemas/errors';

interface Limits {
  /** Pieces of work that run beside each other, of different keys. */
  readonly atOnce: number;
  /** Pieces of one priority that may wait, of all keys together. */
  readonly maxWaiting: number;
  /** Pieces of one key that may wait. */
  readonly maxWaitingOfOne: number;
}

/** What waits first: work that a person cannot go on without, before the rest. */
export type Priority = 'first' | 'later';
export type FairTurns = <T>(key: string, work: () => Promise<T>, priority?: Priority) => Promise<T>;

/**
 * Runs costly work a few pieces at a time: one of each key at once, and the keys that wait by turns. In one plain line a person who sends
 * 200 pieces at once would make all others wait for them; here each other person waits for one.
 * The work is refused with too_many_attempts when its own key waits too often already, and with service_unavailable when all together do.
 */
export function createFairTurns({ atOnce, maxWaiting, maxWaitingOfOne }: Limits): FairTurns {
  const running = new Set<string>();
  /** A `Map` keeps the order in which keys were set: the first is the one whose turn it is. */
  const waiting = { first: new Map<string, (() => void)[]>(), later: new Map<string, (() => void)[]>() };
  const counts = { first: 0, later: 0 };

  async function wait(key: string, priority: Priority): Promise<void> {
    const own = waiting[priority].get(key) ?? [];
    if (own.length >= maxWaitingOfOne) throw new CatalogueError('too_many_attempts');
    if (counts[priority] >= maxWaiting) throw new CatalogueError('service_unavailable');
    counts[priority] += 1;
    waiting[priority].set(key, own);
    await new Promise<void>((resolve) => own.push(resolve));
  }

  /** Gives a free place to the next key in line that does not run already. */
  function handOn(): void {
    if (!handOnTo('first')) handOnTo('later');
  }

  function handOnTo(priority: Priority): boolean {
    const line = waiting[priority];
    const key = [...line.keys()].find((candidate) => !running.has(candidate));
    const own = key === undefined ? undefined : line.get(key);
    const begin = own?.shift();
    if (key === undefined || own === undefined || begin === undefined) return false;
    counts[priority] -= 1;
    // To the end of the line with the rest of it.
    line.delete(key);
    if (own.length > 0) line.set(key, own);
    running.add(key);
    begin();
    return true;
  }

  return async (key, work, priority = 'first') => {
    if (running.size >= atOnce || running.has(key)) await wait(key, priority);
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
