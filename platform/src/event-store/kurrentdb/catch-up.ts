import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { EventBatch, Position, ReadAllOptions } from '../port.ts';
import { Page } from './page.ts';
import { isLater, toPosition } from './position.ts';
import { pushes } from './pushes.ts';
import { type KurrentDb, readLast, readLog } from './read.ts';

export const DEFAULT_BATCH_SIZE = 500;

/** Events that the server looks through between two of its checkpoints. */
const WINDOW = 500;
/** The server pushes at once what it has: a pause means that it has no more, or does not say how far it is. */
const IDLE_MS = 1_000;

/**
 * Reads batches. The server filters no reads, only subscriptions, so over a long stretch without wanted events a subscription leads to
 * shortly before the end of the log, and plain reads from there to the end, which is known exactly by those alone.
 */
export class CatchUp<E extends DomainEvent> {
  readonly #store: KurrentDb<E>;
  /** A place shortly before the end of the log, as it was at some time. */
  #nearEnd: Position | null = null;

  constructor(store: KurrentDb<E>) {
    this.#store = store;
  }

  /** The next batch after a position: full, or up to the end of the log. @throws UnreadableEventError, EventStoreUnavailableError */
  async readPage({ from, filter, batchSize = DEFAULT_BATCH_SIZE }: ReadAllOptions): Promise<EventBatch<E>> {
    const page = new Page(this.#store, from, batchSize, filter?.categories);
    for (let isFirst = true; ; isFirst = false) {
      // One more, because a read begins with the event at the position itself.
      const found = await this.#store.connection.call((client) => readLog(client, page.position, batchSize + 1));
      if (page.take(found)) return page.toBatch(false);
      if (found.length <= batchSize) return page.toBatch(true);
      if (isFirst && filter !== undefined && (await this.#skipAhead(page, filter.categories, batchSize))) {
        return page.toBatch(false);
      }
    }
  }

  /** Lets the server filter, up to shortly before the end of the log. @returns true when the batch ends before */
  async #skipAhead(page: Page<E>, categories: readonly string[], limit: number): Promise<boolean> {
    const target = await this.#findNearEnd(page.position);
    if (target === null) return false;
    const isThere = (): boolean => page.position !== null && !isLater(target, page.position);
    const idle = new AbortController();
    const timer = setTimeout(() => idle.abort(), IDLE_MS);
    const prefixes = this.#store.prefixesOf(categories);
    const options = { from: page.position, prefixes, limit, window: WINDOW, untilCaughtUp: true, signal: idle.signal };
    try {
      return await this.#store.connection.call(async (client) => {
        for await (const { events, position } of pushes(client, options)) {
          timer.refresh();
          if (page.take(events)) return true;
          page.moveTo(position);
          if (isThere()) return false;
        }
        return false;
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** A place after `position` that the next checkpoints reach for certain; null when the end is near. */
  async #findNearEnd(position: Position | null): Promise<Position | null> {
    if (this.#nearEnd === null || !isLater(this.#nearEnd, position)) {
      const last = await this.#store.connection.call((client) => readLast(client, 2 * WINDOW));
      const oldest = last.at(-1);
      this.#nearEnd = oldest === undefined ? null : toPosition(oldest.position);
    }
    return this.#nearEnd !== null && isLater(this.#nearEnd, position) ? this.#nearEnd : null;
  }
}
