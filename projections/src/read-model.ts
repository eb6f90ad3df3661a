import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Database, Tx } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';

/** Made from the log alone, so tables can be dropped and filled again. */
export interface ReadModel {
  /** Names its subscriber and its operator commands. */
  readonly name: string;
  /** PostgreSQL schema and NOTIFY channel. Payload: key of a changed row, or empty when any may have changed. */
  readonly schema: string;
  /** Unqualified names: the file makes the serving schema and that of a rebuild. */
  readonly schemaFile: URL;
  /**
   * Raise with each change of `schemaFile`, and of `project` where old rows would differ. Lower tables are rebuilt;
   * higher ones belong to newer processes.
   */
  readonly version: number;
  readonly categories: readonly string[];
  /** A rebuild reads the rest as well. */
  readonly types?: readonly ClearcutEvent['type'][];
  /**
   * Returns keys of changed rows, each once. Events applied already change nothing. Throwing stops the read model at
   * this batch.
   */
  project(tx: Tx, events: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]>;
  /** Span at which waiting people continue. */
  milestoneOf?(event: ClearcutEvent): string | undefined;
}

export interface FollowerContext {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Narrows to one context. @throws Error for any other, since skipping would lose a fact */
export function eventsOf<E extends ClearcutEvent>(
  events: readonly RecordedEvent<ClearcutEvent>[],
  isOwn: (event: ClearcutEvent) => event is E,
): RecordedEvent<E>[] {
  return events.map((recorded) => {
    const { event, stream } = recorded;
    if (!isOwn(event)) throw new Error(`${event.type} does not belong in ${stream}`);
    return { ...recorded, event };
  });
}

/**
 * False when applied already, as after a kill.
 * @throws Error for a gap: continuing would make the loss permanent
 */
export function isNext(
  { stream, version, position, follows = version - 1 }: RecordedEvent<ClearcutEvent>,
  applied: number,
): boolean {
  if (applied < follows) throw new Error(`${stream} jumps from version ${applied} to ${version} at ${position}`);
  return applied < version;
}
