import type { DomainEvent } from '@clearcut/schemas/define-event';
import { isConnectionError } from '../database/database.ts';
import type { EventStore, Position, ReadAllOptions } from './port.ts';

export const STALL_LIMIT_MS = 30_000;

export interface Progress {
  readonly behindSince: Date | null;
  readonly stillMs: number;
}

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

  /** @param reached recording time of the last handled event; null when caught up */
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
      if (isConnectionError(error)) return { ...this.#last, stillMs: 0 };
      this.#note(true, undefined);
    }
    return this.#last;
  }

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
