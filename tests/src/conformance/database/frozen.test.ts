/** Connections that silently pass nothing any more. */
import { acquireLock } from '@clearcut/platform/database/advisory-lock';
import { type Database, isConnectionError } from '@clearcut/platform/database/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TcpProxy } from '../../support/tcp-proxy.ts';
import { failure, openProxiedDatabase, type ProxiedDatabase } from './proxied-database.ts';

const LIMIT_MS = 15_000;

let opened: ProxiedDatabase;
let proxy: TcpProxy;
let database: Database;
let control: Database;

beforeEach(async () => {
  opened = await openProxiedDatabase({ max: 3 });
  ({ proxy, database, control } = opened);
});

afterEach(() => opened.close());

const fill = () => Promise.all([1, 2, 3].map(() => database.query('SELECT pg_sleep(0.1)')));

test('a call on a frozen connection fails within seconds, and the next one works', { timeout: 60_000 }, async () => {
  await fill();
  proxy.freeze();
  const started = performance.now();
  const errors = await Promise.all([1, 2, 3].map(() => failure(database.query('SELECT 1'))));
  expect(errors.map(isConnectionError)).toEqual([true, true, true]);
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(performance.now() - started).toBeLessThan(LIMIT_MS);
});

test('one frozen call drops the idle connections too', { timeout: 60_000 }, async () => {
  await fill();
  proxy.freeze();
  await failure(database.query('SELECT 1'));
  expect(await Promise.all([1, 2, 3].map(() => database.query('SELECT 1 AS one')))).toEqual(
    [1, 2, 3].map(() => [{ one: 1 }]),
  );
});

test('a long statement keeps its connection', { timeout: 60_000 }, async () => {
  const [answer] = await database.query('SELECT pg_sleep(12), 1 AS one');
  expect(answer).toMatchObject({ one: 1 });
});

test('a long statement keeps its connection when others freeze', { timeout: 60_000 }, async () => {
  await fill();
  proxy.freeze();
  // A fourth connection, after the frozen ones.
  const session = await database.connect();
  const long = session.query<{ one: number }>('SELECT pg_sleep(9), 1 AS one');
  expect(isConnectionError(await failure(database.query('SELECT 1')))).toBe(true);
  expect((await long).rows).toMatchObject([{ one: 1 }]);
  await session.end();
});

test('a server that swallows new connections counts as down until it is back', { timeout: 60_000 }, async () => {
  await fill();
  proxy.swallow();
  const started = performance.now();
  expect(isConnectionError(await failure(database.query('SELECT 1')))).toBe(true);
  expect(performance.now() - started).toBeLessThan(LIMIT_MS);
  proxy.mend();
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test(
  'a frozen listener listens again, and reports that it may have missed something',
  { timeout: 60_000 },
  async () => {
    const heard: string[] = [];
    const stop = await database.listen('news', (payload) => heard.push(payload));
    proxy.freeze();
    await control.query(`SELECT pg_notify('news', 'missed')`);
    await expect.poll(() => heard, { timeout: LIMIT_MS }).toEqual(['']);
    await control.query(`SELECT pg_notify('news', 'heard')`);
    await expect.poll(() => heard).toEqual(['', 'heard']);
    await stop();
  },
);

test('a lock whose connection froze is lost, and free on the server', { timeout: 60_000 }, async () => {
  const lock = await acquireLock(database, 'work', new AbortController().signal);
  proxy.freeze();
  await expect.poll(() => lock.lost.aborted, { timeout: LIMIT_MS }).toBe(true);
  const next = await acquireLock(control, 'work', AbortSignal.timeout(3_000));
  await next.release();
  await lock.release();
});
