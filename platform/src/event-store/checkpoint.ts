import { escapeIdentifier } from 'pg';
import type { Database, Tx } from '../database/database.ts';
import type { Position } from './port.ts';

/** The checkpoint is not where this process left it: another process works on, or a rebuilt schema took the old one's place. */
export class CheckpointMovedError extends Error {
  constructor(name: string) {
    super(`The checkpoint of ${name} was moved by another process`);
    this.name = 'CheckpointMovedError';
  }
}

export interface CheckpointPlace {
  /** PostgreSQL schema with a table `checkpoint(name text primary key, position text not null)`. */
  readonly schema: string;
  readonly name: string;
}

/** Longer than a session's limit: the work may wait for things outside the database, and holds up only itself. */
const WORK_TIMEOUT = '60s';

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
 * Puts a checkpoint elsewhere without any work, before the first event with `null`.
 * @throws CheckpointMovedError when it is not where it was found
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

/**
 * Does `work` and moves the checkpoint from `from` to `to`, both or neither, in one transaction whose `search_path` is the schema.
 *
 * @throws CheckpointMovedError when the checkpoint is not at `from`, or the schema was swapped while `work` ran
 */
export function withCheckpoint(
  database: Database,
  { schema, name }: CheckpointPlace,
  { from, to }: { readonly from: Position | null; readonly to: Position },
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const settings = {
    search_path: schema,
    idle_in_transaction_session_timeout: WORK_TIMEOUT,
    // A crash of the server may lose the end of its log. Rows and checkpoint are then lost together and made again; effects
    // elsewhere may be repeated anyway. So waiting for the disk would buy nothing, and a person waits for each step of a picture.
    synchronous_commit: 'off',
  };
  const table = `${escapeIdentifier(schema)}.checkpoint`;
  return database.transaction(
    async (tx) => {
      // First, because the row's lock makes a rival wait here instead of doing the work as well.
      const moved =
        from === null
          ? await tx.query<{ table: string }>(
              `INSERT INTO ${table} (name, position) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING tableoid::text AS table`,
              [name, to],
            )
          : await tx.query<{ table: string }>(
              {
                name: `move checkpoint ${schema}`,
                text: `UPDATE ${table} SET position = $2 WHERE name = $1 AND position = $3 RETURNING tableoid::text AS table`,
              },
              [name, to, from],
            );
      const found = moved[0]?.table;
      if (found === undefined) throw new CheckpointMovedError(name);

      await work(tx);

      // When the schema was renamed meanwhile, the checkpoint moved in the old one while `work` wrote into the new one. Not a named
      // statement: the name of the table has to be looked up anew.
      const [now] = await tx.query<{ table: string }>(
        `SELECT tableoid::text AS table FROM checkpoint WHERE name = $1`,
        [name],
      );
      if (now?.table !== found) throw new CheckpointMovedError(name);
    },
    { settings },
  );
}
