import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acquireLock } from '@clearcut/platform/database/advisory-lock';
import { createDatabase, type Database, isConnectionError } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';
import type { TcpProxy } from '../../support/tcp-proxy.ts';
import { failure, openProxiedDatabase, type ProxiedDatabase } from './proxied-database.ts';

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(10);
}

describe('database', () => {
  let opened: ProxiedDatabase;
  let proxy: TcpProxy;
  /** Its connections are lossy. */
  let database: Database;
  let control: Database;

  beforeEach(async () => {
    opened = await openProxiedDatabase();
    ({ proxy, database, control } = opened);
    await control.query('CREATE TABLE note (id integer PRIMARY KEY)');
  });

  afterEach(() => opened.close());

  async function notes(): Promise<number[]> {
    return (await control.query<{ id: number }>('SELECT id FROM note ORDER BY id')).map(({ id }) => id);
  }

  test('a named statement is planned once, and finds the tables of a schema that replaced another', async () => {
    const first = { name: 'first', text: 'SELECT id FROM serving.thing ORDER BY id LIMIT $1' };
    await control.query('CREATE SCHEMA serving; CREATE TABLE serving.thing AS SELECT 1 AS id');
    await control.query('CREATE SCHEMA rebuilt; CREATE TABLE rebuilt.thing AS SELECT 2 AS id');
    const found = async (): Promise<number | undefined> => (await database.query<{ id: number }>(first, [1]))[0]?.id;
    // Often enough for a cached plan.
    for (let n = 0; n < 8; n++) expect(await found()).toBe(1);
    await control.query('ALTER SCHEMA serving RENAME TO old; ALTER SCHEMA rebuilt RENAME TO serving');
    expect(await found()).toBe(2);
    const planned = await database.query('SELECT name FROM pg_prepared_statements');
    expect(planned).toEqual([{ name: 'first' }]);
  });

  test('a transaction takes effect as a whole or not at all', async () => {
    const result = await database.transaction(async (tx) => {
      await tx.query('INSERT INTO note VALUES (1)');
      return (await tx.query<{ id: number }>('INSERT INTO note VALUES ($1) RETURNING id', [2]))[0]?.id;
    });
    expect(result).toBe(2);
    await expect(
      database.transaction(async (tx) => {
        await tx.query('INSERT INTO note VALUES (3)');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await notes()).toEqual([1, 2]);
  });

  test('a transaction whose failed statement was overlooked does not count as committed', async () => {
    const failed = database.transaction(async (tx) => {
      await tx.query('INSERT INTO note VALUES (1)');
      await failure(tx.query('INSERT INTO note VALUES (1)'));
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await notes()).toEqual([]);
  });

  test.each(['before the commit', 'at the commit'])(
    'a connection lost %s is reported as such, and the pool survives',
    async (when) => {
      const error = await failure(
        database.transaction(async (tx) => {
          await tx.query('INSERT INTO note VALUES (1)');
          if (when === 'before the commit') {
            proxy.cutAll();
            await delay(50);
          } else void proxy.cutAnswer();
        }),
      );
      expect(isConnectionError(error)).toBe(true);
      expect(await notes()).toEqual(when === 'before the commit' ? [] : [1]);
      await database.query('INSERT INTO note VALUES (2)');
      await database.transaction((tx) => tx.query('INSERT INTO note VALUES (3)'));
    },
  );

  test('lost idle connections are harmless', async () => {
    await Promise.all(Array.from({ length: 5 }, () => database.query('SELECT pg_sleep(0.02)')));
    proxy.cutAll();
    await delay(50);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('an unreachable server is reported as such', async () => {
    await proxy.close();
    expect(isConnectionError(await failure(database.query('SELECT 1')))).toBe(true);
    expect(isConnectionError(await failure(database.transaction(async () => undefined)))).toBe(true);
  });

  test('the server ends a transaction left open', async () => {
    const [settings] = await database.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    expect(settings).toEqual({ statement: '30s', idle: '5s' });
  });

  test('listening survives a lost connection, and reports that something may have been missed', async () => {
    const heard: string[] = [];
    const stop = await database.listen('news', (payload) => heard.push(payload));
    await control.query(`SELECT pg_notify('news', 'one')`);
    await until(() => heard.length === 1);
    proxy.cutAll();
    await until(() => heard.length === 2);
    await control.query(`SELECT pg_notify('news', 'two')`);
    await until(() => heard.length === 3);
    expect(heard).toEqual(['one', '', 'two']);
    await stop();
    await control.query(`SELECT pg_notify('news', 'three')`);
    await delay(50);
    expect(heard).toHaveLength(3);
  });

  test('listening that cannot start ends with the database', async () => {
    await proxy.close();
    const other = createDatabase(opened.url, { name: 'other' });
    const listening = failure(other.listen('news', () => undefined));
    await delay(50);
    await other.close();
    expect(await listening).toMatchObject({ message: 'The database was closed' });
  });

  test('a lock has one holder, and passes on when that one releases it or dies', async () => {
    const never = new AbortController().signal;
    const first = await acquireLock(database, 'work', never);
    const held: string[] = [];
    const second = acquireLock(control, 'work', never).then((lock) => {
      held.push('second');
      return lock;
    });
    expect(await failure(acquireLock(control, 'work', AbortSignal.timeout(1_500)))).toMatchObject({
      name: 'TimeoutError',
    });
    expect([held, first.lost.aborted]).toEqual([[], false]);
    await (await acquireLock(control, 'other work', never)).release();

    proxy.cutAll();
    const lock = await second;
    expect(first.lost.aborted).toBe(true);
    const third = acquireLock(database, 'work', never);
    await lock.release();
    expect(lock.lost.aborted).toBe(false);
    await (await third).release();
    await first.release();
  });

  test("the server checks a holder's host within half a minute, not after hours", async () => {
    let session: Client | undefined;
    const connect = async (): Promise<Client> => (session = await control.connect());
    const lock = await acquireLock({ ...control, connect }, 'work', new AbortController().signal);
    const answer = await session?.query<{ seconds: number }>(
      `SELECT current_setting('tcp_keepalives_idle')::int
            + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int AS seconds`,
    );
    expect(answer?.rows).toEqual([{ seconds: 25 }]);
    await lock.release();
  });

  describe('migrate', () => {
    let folder: string;
    let directory: URL;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'clearcut-migrations-'));
      directory = pathToFileURL(`${folder}/`);
      await write('002-second.sql', 'ALTER TABLE thing ADD COLUMN b integer; INSERT INTO thing (a, b) VALUES (1, 2);');
      await write('001-first.sql', 'CREATE TABLE thing (a integer);');
    });

    afterEach(() => rm(folder, { recursive: true }));

    function write(name: string, sql: string): Promise<void> {
      return writeFile(join(folder, name), sql);
    }

    test('runs each file once, in order, however many start at once', async () => {
      await Promise.all(
        Array.from({ length: 8 }, () => migrate(opened.testDatabase.url, { schema: 'things', directory })),
      );
      await write('010-third.sql', 'INSERT INTO thing (a, b) VALUES (3, 4)');
      await migrate(control, { schema: 'things', directory });
      await migrate(control, { schema: 'things', directory });
      expect(await control.query('SELECT a, b FROM things.thing ORDER BY a')).toEqual([
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ]);
    });

    test('a failing file leaves nothing behind', async () => {
      await write('003-broken.sql', 'CREATE TABLE other (a integer); SELECT 1 / 0;');
      await expect(migrate(control, { schema: 'things', directory })).rejects.toThrow('division by zero');
      expect(await control.query(`SELECT FROM information_schema.schemata WHERE schema_name = 'things'`)).toEqual([]);
    });

    test('refuses a file changed after it ran, and a number used twice', async () => {
      await migrate(control, { schema: 'things', directory });
      await write('001-first.sql', 'CREATE TABLE thing (a bigint);');
      await expect(migrate(control, { schema: 'things', directory })).rejects.toThrow('001-first.sql was changed');
      await write('01-again.sql', 'SELECT 1');
      await expect(migrate(control, { schema: 'others', directory })).rejects.toThrow('number');
    });

    test('schemas do not see each other', async () => {
      await migrate(control, { schema: 'things', directory });
      await migrate(control, { schema: 'Other "things"', directory });
      expect(await control.query('SELECT a FROM "Other ""things""".thing')).toEqual([{ a: 1 }]);
    });
  });
});
