import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import { type DomainEvent, UnreadableEventError } from '@clearcut/schemas/define-event';
import type { EventBatch, Position, ReadAllOptions, RecordedEvent } from '../port.ts';
import { isAfter, toPosition } from './position.ts';
import type { KurrentDb } from './read.ts';

const NOWHERE: Position = '0/0';

type Wanted = Pick<ReadAllOptions, 'filter' | 'without'>;

export class Page<E extends DomainEvent> {
  readonly #store: KurrentDb<E>;
  readonly #wanted: Wanted;
  readonly #limit: number;
  readonly #events: RecordedEvent<E>[] = [];
  #position: Position | null;

  constructor(store: KurrentDb<E>, from: Position | null, limit: number, wanted: Wanted) {
    this.#store = store;
    this.#position = from;
    this.#limit = limit;
    this.#wanted = wanted;
  }

  get position(): Position | null {
    return this.#position;
  }

  /**
   * Skips events already met.
   * @returns true when the batch ends here
   * @throws UnreadableEventError for the first event; a later one is left to the next batch
   */
  take(found: readonly AllStreamRecordedEvent[]): boolean {
    const start = this.#position;
    for (const event of found) {
      if (!isAfter(event.position, start)) continue;
      if (this.#isWanted(event)) {
        if (this.#events.length === this.#limit) return true;
        const decoded = this.#decode(event);
        if (decoded === undefined) return true;
        this.#events.push(decoded);
      }
      this.#position = toPosition(event.position);
    }
    return false;
  }

  moveTo(position: Position): void {
    this.#position = position;
  }

  toBatch(caughtUp: boolean): EventBatch<E> {
    return { events: this.#events, position: this.#position ?? NOWHERE, caughtUp };
  }

  #isWanted(event: AllStreamRecordedEvent): boolean {
    const { filter, without } = this.#wanted;
    return without?.has(event.id) !== true && this.#store.isWanted(event, filter?.categories);
  }

  #decode(event: AllStreamRecordedEvent): RecordedEvent<E> | undefined {
    try {
      return this.#store.decode(event);
    } catch (error) {
      if (error instanceof UnreadableEventError && this.#events.length > 0) return undefined;
      throw error;
    }
  }
}
