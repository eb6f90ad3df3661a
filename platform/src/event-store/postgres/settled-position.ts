import { setTimeout as delay } from 'node:timers/promises';
import { type Database, isConnectionError } from '../../database/database.ts';

const POLL_MS = 200;
/** Asking blocks writers; rests five times as long in between. */
const REST_PER_WAITING = 5;
const MIN_REST_MS = 1;
const FIRST_BACK_OFF_MS = 50;
const MAX_BACK_OFF_MS = 500;

const SETTLED = {
  name: 'event_store.settled_position',
  text: 'SELECT settled, waited_ms FROM event_store.settled_position($1)',
};

/** Up to it every event has appeared: readers may read no further. */
export class SettledPosition {
  readonly #database: Database;
  readonly #waiting = new Set<{
    beyond: bigint;
    resolve: (position: bigint) => void;
    reject: (error: unknown) => void;
  }>();
  #known = 0n;
  #asking = false;
  #askAgain = false;
  /** Something may have been appended since the last question. */
  #isStale = true;
  #timer: NodeJS.Timeout | undefined;
  #backOffMs = 0;
  #restUntil = 0;
  #answeredAt = -1;

  constructor(database: Database) {
    this.#database = database;
  }

  get known(): bigint {
    return this.#known;
  }

  /** Undefined while a writer hangs: `known` still holds. */
  async ask(): Promise<bigint | undefined> {
    await delay(Math.max(this.#restUntil - performance.now(), 0));
    this.#isStale = false;
    const asked = performance.now();
    const [answer] = await this.#database.query<{ settled: string | null; waited_ms: number }>(SETTLED, [this.#known]);
    if (answer === undefined) throw new Error('The store did not say how far it is settled');
    this.#restUntil = performance.now() + Math.max(answer.waited_ms * REST_PER_WAITING, MIN_REST_MS);
    if (answer.settled === null) {
      this.#isStale = true;
      return undefined;
    }
    this.#answeredAt = Math.max(this.#answeredAt, asked);
    // Overlapping answers may come out of order.
    if (BigInt(answer.settled) > this.#known) this.#known = BigInt(answer.settled);
    return this.#known;
  }

  /** At some moment after `since` (`performance.now`). */
  async isAtEnd(position: bigint, since: number): Promise<boolean> {
    if (this.#answeredAt < since && this.#known <= position) await this.ask();
    return this.#answeredAt >= since && this.#known <= position;
  }

  /** @throws the reason of `signal` */
  async askUntilKnown(signal: AbortSignal): Promise<bigint> {
    for (;;) {
      signal.throwIfAborted();
      const position = await this.ask();
      if (position !== undefined) return position;
    }
  }

  /** @throws the reason of `signal` */
  async beyond(position: bigint, signal: AbortSignal): Promise<bigint> {
    signal.throwIfAborted();
    if (this.#known > position) return this.#known;
    const { promise, resolve, reject } = Promise.withResolvers<bigint>();
    const waiter = { beyond: position, resolve, reject };
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.add(waiter);
    if (this.#isStale || this.#waiting.size === 1) this.#schedule(this.#backOffMs || (this.#isStale ? 0 : POLL_MS));
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#waiting.delete(waiter);
      if (this.#waiting.size === 0) clearTimeout(this.#timer);
    }
  }

  wake(): void {
    this.#isStale = true;
    if (this.#waiting.size > 0 && this.#backOffMs === 0) this.#schedule(0);
  }

  #schedule(delayMs: number): void {
    if (this.#asking) {
      // The pending answer may predate the wake-up.
      this.#askAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#askForAll(), delayMs);
  }

  async #askForAll(): Promise<void> {
    this.#asking = true;
    this.#askAgain = false;
    try {
      const position = await this.ask();
      this.#backOffMs = position === undefined ? nextBackOff(this.#backOffMs) : 0;
    } catch (error) {
      if (isConnectionError(error)) this.#backOffMs = nextBackOff(this.#backOffMs);
      else for (const waiter of this.#waiting) waiter.reject(error);
    }
    this.#asking = false;
    for (const waiter of this.#waiting) if (this.#known > waiter.beyond) waiter.resolve(this.#known);
    if (this.#waiting.size > 0) this.#schedule(this.#backOffMs || (this.#askAgain ? 0 : POLL_MS));
  }
}

function nextBackOff(backOffMs: number): number {
  return Math.min(Math.max(backOffMs * 2, FIRST_BACK_OFF_MS), MAX_BACK_OFF_MS);
}
