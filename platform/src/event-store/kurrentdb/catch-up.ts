import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { EventBatch, Position, ReadAllOptions } from '../port.ts';
import { Page } from './page.ts';
import { isLater, toPosition } from './position.ts';
import { pushes } from './pushes.ts';
import { type KurrentDb, readLast, readLog } from './read.ts';

export const DEFAULT_BATCH_SIZE = 500;

const WINDOW = 500;
/** The server pushes at once: a pause means that nothing is left. */
const IDLE_MS = 1_000;

/** A filtered subscription skips foreign events to shortly before the end, which only plain reads know exactly. */
export class CatchUp<E extends DomainEvent> {
  readonly #store: KurrentDb<E>;
  #nearEnd: Position | null = null;

  constructor(store: KurrentDb<E>) {
    this.#store = store;
  }

  /** @throws UnreadableEventError, EventStoreUnavailableError, the reason of `signal` */
  async readPage(options: ReadAllOptions, signal?: AbortSignal): Promise<EventBatch<E>> {
    const { from, filter, batchSize = DEFAULT_BATCH_SIZE } = options;
    const page = new Page(this.#store, from, batchSize, options);
    const prefixes = this.#store.prefixesOf(filter?.categories);
    let isNearEnd = prefixes.length === 0;
    for (;;) {
      // A read includes the event at the position itself.
      const found = await this.#store.connection.call((client) =>
        readLog(client, page.position, batchSize + 1, signal),
      );
      if (page.take(found)) return page.toBatch(false);
      if (found.length <= batchSize) return page.toBatch(true);
      if (isNearEnd) continue;
      const skipped = await this.#skipAhead(page, prefixes, batchSize, signal);
      if (skipped === 'full') return page.toBatch(false);
      isNearEnd = skipped === 'near the end';
    }
  }

  async #skipAhead(
    page: Page<E>,
    prefixes: readonly string[],
    limit: number,
    stopping: AbortSignal | undefined,
  ): Promise<'full' | 'near the end' | 'paused'> {
    const target = await this.#findNearEnd(page.position, stopping);
    if (target === null) return 'near the end';
    const isThere = (): boolean => page.position !== null && !isLater(target, page.position);
    const idle = new AbortController();
    const timer = setTimeout(() => idle.abort(), IDLE_MS);
    const signal = stopping === undefined ? idle.signal : AbortSignal.any([idle.signal, stopping]);
    const options = { from: page.position, prefixes, limit, window: WINDOW, untilCaughtUp: true, signal };
    try {
      return await this.#store.connection.call(async (client) => {
        for await (const { events, position } of pushes(client, options)) {
          timer.refresh();
          if (page.take(events)) return 'full';
          page.moveTo(position);
          if (isThere()) return 'near the end';
        }
        stopping?.throwIfAborted();
        return 'paused';
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Null near the end. */
  async #findNearEnd(position: Position | null, signal: AbortSignal | undefined): Promise<Position | null> {
    if (this.#nearEnd === null || !isLater(this.#nearEnd, position)) {
      const last = await this.#store.connection.call((client) => readLast(client, 2 * WINDOW, signal));
      const oldest = last.at(-1);
      this.#nearEnd = oldest === undefined ? null : toPosition(oldest.position);
    }
    return this.#nearEnd !== null && isLater(this.#nearEnd, position) ? this.#nearEnd : null;
  }
}
