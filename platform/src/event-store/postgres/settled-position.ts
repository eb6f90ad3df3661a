import { setTimeout as delay } from 'node:timers/promises';
import { type Database, isConnectionError } from '../../database/database.ts';

/** The net under lost notifications. */
const POLL_MS = 200;
/** Being asked holds up the writers for as long as it takes, so at most a fifth of the time is spent on it. */
const REST_PER_ASKING = 4;
const FIRST_BACK_OFF_MS = 50;
const LAST_BACK_OFF_MS = 1_000;

/**
 * Follows the position up to which every event of the log has appeared: the only limit up to which readers may read. One per
 * process, shared by its subscriptions, and asleep while none of them waits.
 */
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
  #timer: NodeJS.Timeout | undefined;
  #backOffMs = 0;
  #restUntil = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  get known(): bigint {
    return this.#known;
  }

  /** Asks the store now. Undefined when a hanging writer keeps it from telling: `known` still holds. */
  async ask(): Promise<bigint | undefined> {
    const rows = await this.#database.query<{ position: string | null }>(
      'SELECT event_store.settled_position($1) AS position',
      [this.#known],
    );
    const position = rows[0]?.position;
    if (position === null || position === undefined) return undefined;
    // Two askings may overlap and answer in the other order.
    if (BigInt(position) > this.#known) this.#known = BigInt(position);
    return this.#known;
  }

  /** Asks until the store can tell. @throws the reason of `signal` */
  async askUntilTold(signal: AbortSignal): Promise<bigint> {
    for (;;) {
      const position = await this.ask();
      if (position !== undefined) return position;
      await delay(FIRST_BACK_OFF_MS, undefined, { signal });
    }
  }

  /** Waits, also while the server is away, for events settled after `position`. @throws the reason of `signal` */
  async beyond(position: bigint, signal: AbortSignal): Promise<bigint> {
    signal.throwIfAborted();
    if (this.#known > position) return this.#known;
    const { promise, resolve, reject } = Promise.withResolvers<bigint>();
    const waiter = { beyond: position, resolve, reject };
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.add(waiter);
    this.#schedule(this.#backOffMs);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#waiting.delete(waiter);
      if (this.#waiting.size === 0) clearTimeout(this.#timer);
    }
  }

  /** There is probably something new. */
  wake(): void {
    if (this.#waiting.size > 0 && this.#backOffMs === 0) this.#schedule(0);
  }

  #schedule(delayMs: number): void {
    if (this.#asking) {
      // What woke us may be too late for the answer that is on its way.
      this.#askAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    const restMs = this.#restUntil - performance.now();
    this.#timer = setTimeout(() => void this.#askForAll(), Math.max(delayMs, restMs, 0));
  }

  async #askForAll(): Promise<void> {
    this.#asking = true;
    this.#askAgain = false;
    const began = performance.now();
    try {
      const position = await this.ask();
      this.#backOffMs = position === undefined ? nextBackOff(this.#backOffMs) : 0;
    } catch (error) {
      if (isConnectionError(error)) this.#backOffMs = nextBackOff(this.#backOffMs);
      else for (const waiter of this.#waiting) waiter.reject(error);
    }
    this.#asking = false;
    const ended = performance.now();
    this.#restUntil = ended + Math.min((ended - began) * REST_PER_ASKING, POLL_MS);
    for (const waiter of this.#waiting) if (this.#known > waiter.beyond) waiter.resolve(this.#known);
    if (this.#waiting.size > 0) this.#schedule(this.#backOffMs || (this.#askAgain ? 0 : POLL_MS));
  }
}

function nextBackOff(backOffMs: number): number {
  return Math.min(Math.max(backOffMs * 2, FIRST_BACK_OFF_MS), LAST_BACK_OFF_MS);
}
