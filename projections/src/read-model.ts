import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Database, Tx } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';

/** Tables made from the log and nothing else: they can be thrown away and filled again. */
export interface ReadModel {
  /** For people and the operator's commands; also the name of its subscriber. */
  readonly name: string;
  /** PostgreSQL schema that serves. Also the NOTIFY channel on which the keys of changed rows are sent. */
  readonly schema: string;
  /** Its tables. Unqualified names: the same file makes the schema that serves and the one that a rebuild fills. */
  readonly schemaFile: URL;
  readonly categories: readonly string[];
  /**
   * Applies events in order and returns the keys of the rows that changed. Unqualified names only. Events that were
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

/** Sends the keys of changed rows on the read model's channel; listeners hear of them when, and only when, `tx` commits. */
export async function notifyChanged(tx: Tx, model: ReadModel, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  // A NOTIFY makes commits of the whole database queue up for an instant; harmless with one projector for each read model.
  await tx.query('SELECT pg_notify($1, key) FROM unnest($2::text[]) AS key', [model.schema, [...new Set(keys)]]);
}

/** Says to listeners that any row may have changed, as they are also told after a lost connection (`Database.listen`). */
export async function notifyAllChanged(tx: Tx, model: ReadModel): Promise<void> {
  await tx.query(`SELECT pg_notify($1, '')`, [model.schema]);
}
