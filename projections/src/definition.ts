import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Tx } from '@clearcut/platform/database/database';
import type { ReadModel } from './read-model.ts';

/** The tables of a read model as this code wants them. */
export interface Definition {
  readonly sql: string;
  /** SHA-256 of `sql`, in hex. */
  readonly digest: string;
}

export async function readDefinition(model: ReadModel): Promise<Definition> {
  // A checkout on Windows may have other line ends: they must not count as a change.
  const sql = (await readFile(model.schemaFile, 'utf8')).replaceAll('\r\n', '\n');
  return { sql, digest: createHash('sha256').update(sql).digest('hex') };
}

/** The digest that a schema was made with, or undefined when there is no such schema. */
export async function storedDigest(tx: Tx, schema: string): Promise<string | undefined> {
  const [row] = await tx.query<{ digest: string | null }>(
    `SELECT obj_description(oid, 'pg_namespace') AS digest FROM pg_namespace WHERE nspname = $1`,
    [schema],
  );
  return row === undefined ? undefined : (row.digest ?? 'unknown');
}

/**
 * Makes a schema with the read model's empty tables and the checkpoint of its subscriber. The digest is kept as the schema's
 * comment, so it moves with the schema through the renames of a swap.
 */
export async function createSchema(tx: Tx, schema: string, { sql, digest }: Definition): Promise<void> {
  await tx.query(`CREATE SCHEMA ${schema}`);
  await tx.query(`COMMENT ON SCHEMA ${schema} IS '${digest}'`);
  await tx.query(`SET LOCAL search_path TO ${schema}`);
  await tx.query('CREATE TABLE checkpoint (name text PRIMARY KEY, position text NOT NULL)');
  await tx.query(sql);
}
