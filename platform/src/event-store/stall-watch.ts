import type { DomainEvent } from '@clearcut/schemas/define-event';
import { isConnectionError } from '../database/database.ts';
import type { EventStore, Position, ReadAllOptions } from './port.ts';

/** A subscriber at one position for so long, while events wait for it there, is stalled. */
export const STALL_LIMIT_MS = 30_000;

export interface Progress {
  /** When the first event was recorded that waits; null when none does. */
  readonly behindSince: Date | null;
  /** For how long events have waited at this very position, as far as it was looked at. */
  readonly stillMs: number;
}

/** Tells a subscriber that stands still while events wait for it from one that has nothing to do, by reads of its own. */
export class StallWatch<E extends DomainEvent> {
  readonly #eventStore: EventStore<E>;
  readonly #filter: ReadAllOptions['filter'];
  #position: Position | null | undefined;
  /** By `performance.now`. */
  #waitingSince: number | undefined;
  #last: Progress = { behindSince: null, stillMs: 0 };

  constructor(eventStore: EventStore<E>, filter: ReadAllOptions['filter']) {
    this.#eventStore = eventStore;
    this.#filter = filter;
  }

  /** @param reached when the last event was recorded that the subscriber has handled; null when it had caught up */
  async look(position: Position | null, reached: Date | null): Promise<Progress> {
    if (position !== this.#position) {
      this.#position = position;
      this.#waitingSince = undefined;
      this.#last = { behindSince: reached, stillMs: 0 };
      return this.#last;
    }
    try {
      const { events } = await this.#eventStore.readAll({
        from: position,
        ...(this.#filter && { filter: this.#filter }),
      });
      this.#note(events.length > 0, events[0]?.recordedAt);
    } catch (error) {
      // Nothing can be said while the log is away, and the subscriber meets that itself. An unreadable event waits as any other.
      if (isConnectionError(error)) return { ...this.#last, stillMs: 0 };
      this.#note(true, undefined);
    }
    return this.#last;
  }

  /** Gives what is opened again the same time. */
  restart(): void {
    this.#waitingSince = undefined;
  }

  #note(isWaiting: boolean, recordedAt: Date | undefined): void {
    if (!isWaiting) {
      this.#waitingSince = undefined;
      this.#last = { behindSince: null, stillMs: 0 };
      return;
    }
    const now = performance.now();
    this.#waitingSince ??= now;
    this.#last = {
      behindSince: recordedAt ?? this.#last.behindSince ?? new Date(),
      stillMs: now - this.#waitingSince,
    };
  }
}
