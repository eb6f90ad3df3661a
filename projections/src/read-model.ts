import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Database, Tx } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';

/** Tables made from the log alone: they can be dropped and filled again. */
export interface ReadModel {
  /** Also the name of its subscriber and in operator commands. */
  readonly name: string;
  /**
   * Serving PostgreSQL schema and NOTIFY channel. Payload: key of a changed row, or empty when any may have changed
   * (`Database.listen`). Sent on commit.
   */
  readonly schema: string;
  /** Unqualified names: the file makes the serving schema and the one of a rebuild. */
  readonly schemaFile: URL;
  /**
   * Raise with each change of `schemaFile`, and of `project` where old rows would differ now. Lower tables are rebuilt;
   * higher ones are left to newer processes, as in a rolling upgrade.
   */
  readonly version: number;
  readonly categories: readonly string[];
  /** Types that change a row, if not all. A rebuild reads the rest as well. */
  readonly types?: readonly ClearcutEvent['type'][];
  /**
   * Applies events in order; returns keys of changed rows, each once. Events applied already change nothing. Throwing
   * stops the read model at this batch.
   */
  project(tx: Tx, events: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]>;
  /** Name of the span at which people waiting for this event continue. */
  milestoneOf?(event: ClearcutEvent): string | undefined;
}

export interface FollowerContext {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Narrows events to one context. @throws Error for any other, since skipping would lose a fact */
export function eventsOf<E extends ClearcutEvent>(
  events: readonly RecordedEvent<ClearcutEvent>[],
  isOwn: (event: ClearcutEvent) => event is E,
): RecordedEvent<E>[] {
  return events.map((recorded) => {
    const { event, stream } = recorded;
    if (!isOwn(event)) throw new Error(`${event.type} does not belong into ${stream}`);
    return { ...recorded, event };
  });
}

/**
 * Whether an event is the next for a row at version `applied`; false when applied already, as after a kill or a
 * rebuild.
 * @throws Error when an event is missing: continuing would make the loss permanent
 */
export function isNext(
  { stream, version, position, follows = version - 1 }: RecordedEvent<ClearcutEvent>,
  applied: number,
): boolean {
  if (applied < follows) throw new Error(`${stream} jumps from version ${applied} to ${version} at ${position}`);
  return applied < version;
}
