import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type Client, escapeIdentifier } from 'pg';
import { createDatabase, type Database } from './database.ts';

export interface Migrations {
  /** First in the `search_path`. */
  readonly schema: string;
  /** `001-name.sql`, `002-name.sql` …; ends with a slash. */
  readonly directory: URL;
}

interface MigrationFile {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/**
 * In order, in one transaction, recorded in the schema itself, so that a rename keeps it. Concurrent starts wait.
 * @throws Error when an applied file has changed, or two share a number
 */
export async function migrate(target: Database | string, { schema, directory }: Migrations): Promise<void> {
  const files = await readMigrations(directory);
  if (typeof target !== 'string') return apply(target, schema, files);
  const database = createDatabase(target, { name: 'migrate', max: 1 });
  try {
    await apply(database, schema, files);
  } finally {
    await database.close();
  }
}

async function readMigrations(directory: URL): Promise<MigrationFile[]> {
  const files: MigrationFile[] = [];
  for (const name of (await readdir(directory)).sort()) {
    const version = /^(\d+)-.+\.sql$/.exec(name)?.[1];
    if (version === undefined) continue;
    // Windows line ends are no change.
    const sql = (await readFile(new URL(name, directory), 'utf8')).replaceAll('\r\n', '\n');
    files.push({ version: Number(version), name, sql, sha256: createHash('sha256').update(sql).digest('hex') });
  }
  files.sort((a, b) => a.version - b.version);
  for (const [index, file] of files.entries()) {
    if (file.version === files[index - 1]?.version) throw new Error(`Two migrations have the number of ${file.name}`);
  }
  return files;
}

async function apply(database: Database, schema: string, files: readonly MigrationFile[]): Promise<void> {
  const client = await database.connect();
  try {
    // Indexing a large table takes long.
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    await run(client, `SELECT pg_advisory_xact_lock(hashtextextended('migrate', 0))`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}`);
    await client.query(`SET LOCAL search_path = ${escapeIdentifier(schema)}, public`);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      version integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const { rows } = await client.query<{ version: number; sha256: string }>(
      'SELECT version, sha256 FROM schema_migration',
    );
    const applied = new Map(rows.map((row) => [row.version, row.sha256]));

    for (const file of files) {
      const known = applied.get(file.version);
      if (known === file.sha256) continue;
      if (known !== undefined) {
        throw new Error(`${file.name} was changed after it ran in schema ${schema}: add a new migration instead`);
      }
      await run(client, file.sql);
      await client.query('INSERT INTO schema_migration (version, name, sha256) VALUES ($1, $2, $3)', [
        file.version,
        file.name,
        file.sha256,
      ]);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

const NO_ANSWER_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** Several statements at once, without a time-out. */
async function run(client: Client, text: string): Promise<void> {
  const query = { text, query_timeout: NO_ANSWER_TIMEOUT_MS };
  await client.query(query);
}
