import { CatalogueError } from '@clearcut/schemas/errors';

interface Limits {
  readonly atOnce: number;
  readonly maxWaiting: number;
  readonly maxWaitingOfOne: number;
}

/** `first`: a person waits for it. */
export type Priority = 'first' | 'later';
export type FairTurns = <T>(key: string, work: () => Promise<T>, priority?: Priority) => Promise<T>;

/**
 * One piece per key, keys in turn, so that one person's 200 pieces delay no other person. Refuses with too_many_attempts
 * when the key's queue is full, and with service_unavailable when all are.
 */
export function createFairTurns({ atOnce, maxWaiting, maxWaitingOfOne }: Limits): FairTurns {
  const running = new Set<string>();
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

  function startNext(): void {
    if (!startNextOf('first')) startNextOf('later');
  }

  function startNextOf(priority: Priority): boolean {
    const line = waiting[priority];
    const key = [...line.keys()].find((candidate) => !running.has(candidate));
    const own = key === undefined ? undefined : line.get(key);
    const begin = own?.shift();
    if (key === undefined || own === undefined || begin === undefined) return false;
    counts[priority] -= 1;
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
      // Hands the slot over directly, so that a newcomer cannot take it.
      startNext();
    }
  };
}
