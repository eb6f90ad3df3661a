import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Tx } from '@clearcut/platform/database/database';
import type { ReadModel } from './read-model.ts';

/** What tables were made of. */
export interface Shape {
  /** Says which of two shapes is the later one. Tables from before there were numbers have 0. */
  readonly version: number;
  /** SHA-256 of the read model's `schemaFile`, in hex. */
  readonly digest: string;
}

/** The tables of a read model as this code wants them. */
export interface Definition extends Shape {
  readonly sql: string;
}

export async function readDefinition(model: ReadModel): Promise<Definition> {
  // A checkout on Windows may have other line ends: they must not count as a change.
  const sql = (await readFile(model.schemaFile, 'utf8')).replaceAll('\r\n', '\n');
  return { sql, version: model.version, digest: createHash('sha256').update(sql).digest('hex') };
}

const COMMENT = {
  name: 'comment of schema',
  text: `SELECT obj_description(oid, 'pg_namespace') AS comment FROM pg_namespace WHERE nspname = $1`,
};

/** The shape that a schema was made in, or undefined when there is no such schema. */
export async function storedShape(tx: Tx, schema: string): Promise<Shape | undefined> {
  const [row] = await tx.query<{ comment: string | null }>(COMMENT, [schema]);
  if (row === undefined) return undefined;
  const [, version = 0, digest = ''] = /^(\d+) (.+)$/.exec(row.comment ?? '') ?? [];
  return { version: Number(version), digest };
}

/** What tables of a shape are to those that this code wants. */
export function ageOf(stored: Shape, wanted: Shape): 'older' | 'same' | 'newer' {
  if (stored.version !== wanted.version) return stored.version < wanted.version ? 'older' : 'newer';
  // Two digests share a number only while schema.sql is being developed: the code at hand is the later one.
  return stored.digest === wanted.digest ? 'same' : 'older';
}

/**
 * Makes a schema with the read model's empty tables and the checkpoint of its subscriber. The shape is kept as the schema's
 * comment, so it moves with the schema through the renames of a swap.
 */
export async function createSchema(tx: Tx, schema: string, { sql, version, digest }: Definition): Promise<void> {
  await tx.query(`CREATE SCHEMA ${schema}`);
  await tx.query(`COMMENT ON SCHEMA ${schema} IS '${version} ${digest}'`);
  await tx.query(`SET LOCAL search_path TO ${schema}`);
  await tx.query('CREATE TABLE checkpoint (name text PRIMARY KEY, position text NOT NULL)');
  await tx.query(sql);
}
