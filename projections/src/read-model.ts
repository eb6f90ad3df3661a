import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Database, Tx } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';

/** Tables made from the log and nothing else: they can be thrown away and filled again. */
export interface ReadModel {
  /** For people and the operator's commands; also the name of its subscriber. */
  readonly name: string;
  /**
   * PostgreSQL schema that serves. Also a NOTIFY channel: the payload is the key of a row that changed, or empty when any may
   * have, as after a lost connection (`Database.listen`). Listeners hear of it when, and only when, the change is committed.
   */
  readonly schema: string;
  /** Its tables. Unqualified names: the same file makes the schema that serves and the one that a rebuild fills. */
  readonly schemaFile: URL;
  /**
   * Raised with each change of `schemaFile`, and of `project` where rows that were written before would be others now. Tables of a
   * lower number are rebuilt; those of a higher one are left to the processes that know them, as in a rolling upgrade.
   */
  readonly version: number;
  readonly categories: readonly string[];
  /** What of them changes a row, where that is not all. A rebuild shows the rest as well. */
  readonly types?: readonly ClearcutEvent['type'][];
  /**
   * Applies events in order and returns the keys of the rows that changed, each once. Unqualified names only. Events that were
   * applied before must change nothing. Throwing stops the read model at this batch until it can be applied.
   */
  project(tx: Tx, events: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]>;
  /** What a row becomes by the event, where people wait for that: the name of a span. */
  milestoneOf?(event: ClearcutEvent): string | undefined;
}

/** What following the log takes. */
export interface FollowerContext {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly log: Logger;
  /** Aborted when the process is to stop. */
  readonly signal: AbortSignal;
}

/** The events as those of one context. @throws Error at one that is not: passing it over would lose a fact */
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
 * Whether an event is the next one for a row that is the fold of its stream up to `version`; false when it was applied before, as
 * when a projector was killed between two attempts, or a rebuild meets the live position.
 * @throws Error when an event of the stream is missing: going on would make the loss permanent
 */
export function isNext(
  { stream, version, position, follows = version - 1 }: RecordedEvent<ClearcutEvent>,
  applied: number,
): boolean {
  if (applied < follows) throw new Error(`${stream} jumps from version ${applied} to ${version} at ${position}`);
  return applied < version;
}
