import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Database, Tx } from '../database/database.ts';
import type { Position } from './port.ts';

/** By another process, or a rebuild. */
export class CheckpointMovedError extends Error {
  constructor(name: string) {
    super(`The checkpoint of ${name} was moved by another process`);
    this.name = 'CheckpointMovedError';
  }
}

export interface CheckpointPlace {
  /** With table `checkpoint(name text primary key, position text not null)`. */
  readonly schema: string;
  readonly name: string;
}

const WORK_TIMEOUT = '60s';

/** Migrated, and never swapped. */
const FIXED_SCHEMA = 'subscriptions';

export async function readCheckpoint(database: Database, { schema, name }: CheckpointPlace): Promise<Position | null> {
  const rows = await database.query<{ position: Position }>(
    `SELECT position FROM ${escapeIdentifier(schema)}.checkpoint WHERE name = $1`,
    [name],
  );
  return rows[0]?.position ?? null;
}

export interface Checkpoint extends CheckpointPlace {
  readonly position: Position;
}

export async function listCheckpoints(database: Database, schema: string): Promise<Checkpoint[]> {
  const rows = await database.query<{ name: string; position: Position }>(
    `SELECT name, position FROM ${escapeIdentifier(schema)}.checkpoint ORDER BY name`,
  );
  return rows.map((row) => ({ schema, ...row }));
}

/**
 * `null`: before the first event.
 * @throws CheckpointMovedError
 */
export async function replaceCheckpoint(
  tx: Tx,
  { schema, name, position }: Checkpoint,
  to: Position | null,
): Promise<void> {
  const table = `${escapeIdentifier(schema)}.checkpoint`;
  const replaced =
    to === null
      ? await tx.query(`DELETE FROM ${table} WHERE name = $1 AND position = $2 RETURNING name`, [name, position])
      : await tx.query(`UPDATE ${table} SET position = $3 WHERE name = $1 AND position = $2 RETURNING name`, [
          name,
          position,
          to,
        ]);
  if (replaced.length === 0) throw new CheckpointMovedError(name);
}

/** Looked at once the checkpoint has moved. */
export interface Guard {
  /** Without parameters. */
  readonly statement: string;
  /** Throwing keeps the checkpoint. */
  readonly check: (rows: readonly Readonly<Record<string, unknown>>[]) => void;
}

/**
 * In the schema's `search_path`.
 * @throws CheckpointMovedError also when the schema was swapped meanwhile
 */
export function withCheckpoint(
  database: Database,
  { schema, name, guard }: CheckpointPlace & { readonly guard?: Guard | undefined },
  { from, to }: { readonly from: Position | null; readonly to: Position },
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const settings = {
    search_path: schema,
    idle_in_transaction_session_timeout: WORK_TIMEOUT,
    // A server crash loses rows and checkpoint together; waiting for the disk would slow every step.
    synchronous_commit: 'off',
  };
  const table = `${escapeIdentifier(schema)}.checkpoint`;
  const [own, before, after] = [name, from ?? '', to].map(escapeLiteral);
  const move =
    from === null
      ? `INSERT INTO ${table} (name, position) VALUES (${own}, ${after}) ON CONFLICT DO NOTHING RETURNING tableoid::text AS table`
      : `UPDATE ${table} SET position = ${after} WHERE name = ${own} AND position = ${before} RETURNING tableoid::text AS table`;
  // First: the row lock makes a rival wait here.
  const opening = guard === undefined ? [move] : [move, guard.statement];
  return database.transaction(
    async (tx, [moved = [], guarded = []]) => {
      const found = moved[0]?.['table'];
      if (found === undefined) throw new CheckpointMovedError(name);
      guard?.check(guarded);

      await work(tx);

      if (schema === FIXED_SCHEMA) return;
      // After a rename, the checkpoint moved in the old schema. Unnamed, so that the table is resolved again.
      const [now] = await tx.query<{ table: string }>(
        `SELECT tableoid::text AS table FROM checkpoint WHERE name = $1`,
        [name],
      );
      if (now?.table !== found) throw new CheckpointMovedError(name);
    },
    { settings, opening },
  );
}
