import type { DomainEvent, EventCodec } from '@clearcut/schemas/define-event';
import type { Database } from '../../database/database.ts';
import type { RecordedEvent } from '../port.ts';
import { type Page, type PageRequest, readPage } from './read.ts';

const MAX_KEPT = 300;

/** Shared, or each subscription would query at each append. */
export class RecentEvents<E extends DomainEvent> {
  readonly #database: Database;
  readonly #codec: EventCodec<E>;
  #events: { readonly at: bigint; readonly category: string; readonly recorded: RecordedEvent<E> }[] = [];
  #after: bigint | undefined;
  #upTo = 0n;
  #extending: Promise<void> | undefined;

  constructor(database: Database, codec: EventCodec<E>) {
    this.#database = database;
    this.#codec = codec;
  }

  async read(request: PageRequest): Promise<Page<E>> {
    const { from, to, categories, without, limit } = request;
    while (this.#after === undefined || to > this.#upTo) {
      await (this.#extending ??= this.#extend(to).finally(() => (this.#extending = undefined)));
    }
    if (from < this.#after) return readPage(this.#database, this.#codec, request);
    const matching = this.#events.filter(
      ({ at, category, recorded }) =>
        at > from &&
        at <= to &&
        (categories === undefined || categories.includes(category)) &&
        without?.has(recorded.id) !== true,
    );
    const found = matching.slice(0, limit);
    const full = found.length === limit;
    const end = full ? found.at(-1)?.at : undefined;
    const position = end ?? (to > from ? to : from);
    return { events: found.map(({ recorded }) => recorded), position, full, unreadable: undefined };
  }

  async #extend(to: bigint): Promise<void> {
    if (this.#after === undefined || to - this.#upTo > MAX_KEPT) return this.#startAt(to);
    const request = { from: this.#upTo, to, categories: undefined, without: undefined, limit: MAX_KEPT + 1 };
    const { events, unreadable } = await readPage(this.#database, this.#codec, request);
    // Subscriptions that filter it out may pass, so each reads by itself.
    if (unreadable !== undefined) return this.#startAt(to);
    for (const recorded of events) {
      const category = recorded.stream.slice(0, recorded.stream.indexOf('-'));
      this.#events.push({ at: BigInt(recorded.position), category, recorded });
    }
    this.#upTo = to;
    const dropped = this.#events.splice(0, Math.max(this.#events.length - MAX_KEPT, 0)).at(-1);
    if (dropped !== undefined) this.#after = dropped.at;
  }

  #startAt(position: bigint): void {
    this.#events = [];
    this.#after = this.#upTo = position;
  }
}
