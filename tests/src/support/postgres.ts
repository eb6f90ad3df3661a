import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** Ends all its connections and drops it. */
  drop(): Promise<void>;
}

/** A new, empty database in the server of TEST_DATABASE_URL (see `postgres-server.ts`). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: run this file in a project with a database');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(server, name) };
}

async function drop(server: string, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    } catch (error) {
      // Autovacuum is running, whose process only a superuser may end; it finishes in a moment.
      const isVacuumed = error instanceof Error && 'code' in error && error.code === '42501';
      if (!isVacuumed || tries === 50) throw error;
      await delay(200);
    }
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
