import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Tx } from '@clearcut/platform/database/database';
import type { ReadModel } from './read-model.ts';

export interface Shape {
  /** 0 for tables older than numbering. */
  readonly version: number;
  /** SHA-256 of `schemaFile`, hex. */
  readonly digest: string;
}

export interface Definition extends Shape {
  readonly sql: string;
}

export async function readDefinition(model: ReadModel): Promise<Definition> {
  // Windows line endings are no change.
  const sql = (await readFile(model.schemaFile, 'utf8')).replaceAll('\r\n', '\n');
  return { sql, version: model.version, digest: createHash('sha256').update(sql).digest('hex') };
}

/** @param schema from code */
export const shapeStatement = (schema: string): string =>
  `SELECT obj_description(oid, 'pg_namespace') AS comment FROM pg_namespace WHERE nspname = '${schema}'`;

export async function storedShape(tx: Tx, schema: string): Promise<Shape | undefined> {
  return shapeIn(await tx.query(shapeStatement(schema)));
}

/** @param rows of `shapeStatement` */
export function shapeIn([row]: readonly Readonly<Record<string, unknown>>[]): Shape | undefined {
  if (row === undefined) return undefined;
  const [, version = 0, digest = ''] = /^(\d+) (.+)$/.exec(String(row['comment'])) ?? [];
  return { version: Number(version), digest };
}

export function ageOf(stored: Shape, wanted: Shape): 'older' | 'same' | 'newer' {
  if (stored.version !== wanted.version) return stored.version < wanted.version ? 'older' : 'newer';
  // Equal numbers with different digests occur only in development: this code is newer.
  return stored.digest === wanted.digest ? 'same' : 'older';
}

/** Stores the shape as the schema's comment, which survives the renames of a swap. */
export async function createSchema(tx: Tx, schema: string, { sql, version, digest }: Definition): Promise<void> {
  await tx.query(`CREATE SCHEMA ${schema}`);
  await tx.query(`COMMENT ON SCHEMA ${schema} IS '${version} ${digest}'`);
  await tx.query(`SET LOCAL search_path TO ${schema}`);
  await tx.query('CREATE TABLE checkpoint (name text PRIMARY KEY, position text NOT NULL)');
  await tx.query(sql);
}
