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
  readonly categories: readonly string[];
  /**
   * Applies events in order and returns the keys of the rows that changed, each once. Unqualified names only. Events that were
   * applied before must change nothing. Throwing stops the read model at this batch until it can be applied.
   */
  project(tx: Tx, events: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]>;
}

/** What following the log takes. */
export interface FollowerContext {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly log: Logger;
  /** Aborted when the process is to stop. */
  readonly signal: AbortSignal;
}
