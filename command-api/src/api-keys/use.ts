import type { Database, Tx } from '@clearcut/platform/database/database';
import type { KeyView, KeyLog } from '@clearcut/schemas/api-keys/http';
import type { KeyLimits } from '@clearcut/schemas/api-keys/rights';
import { API_KEYS, TEST_KEY_PICTURES_PER_DAY } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';

export interface MinuteLeft {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly resetAt: number;
  readonly isExceeded: boolean;
  /** False from the minute's second refused request on: there is no end to those. */
  readonly isLogged: boolean;
}

const LOG_LINES = 200;
const MAX_LOGGED_PATH = 200;
export const DAY_SECONDS = 24 * 60 * 60;

/** First key of the series of $1: a key must not renew its limits by its rotation. */
const FIRST_KEY = '(SELECT coalesce((SELECT first_key FROM api_keys.secret WHERE key_id = $1), $1))';

/** A single statement: concurrent requests queue at the first key's row. */
export async function countRequest(database: Database, keyId: string, limits: KeyLimits): Promise<MinuteLeft> {
  const limit = limits.requestsPerMinute;
  const [row] = await database.query<{ requests: number; resetAt: number }>(
    `INSERT INTO api_keys.minute AS m (key_id, began_at, requests) VALUES (${FIRST_KEY}, date_trunc('minute', now()), 1)
     ON CONFLICT (key_id) DO UPDATE
       SET requests = CASE WHEN m.began_at = excluded.began_at THEN m.requests + 1 ELSE 1 END, began_at = excluded.began_at
     RETURNING requests, extract(epoch FROM began_at)::integer + 60 AS "resetAt"`,
    [keyId],
  );
  const { requests = 1, resetAt = 0 } = row ?? {};
  return {
    limit,
    remaining: Math.max(0, limit - requests),
    resetAt,
    isExceeded: requests > limit,
    isLogged: requests <= limit + 1,
  };
}

export const secondsLeftToday = (): number => DAY_SECONDS - (Math.floor(Date.now() / 1000) % DAY_SECONDS);

/** With the keys that it followed and that follow it. */
const SERIES = `
  WITH first AS (SELECT ${FIRST_KEY}::uuid AS id),
    series AS (SELECT id AS key_id FROM first UNION SELECT key_id FROM api_keys.secret JOIN first ON first_key = id)`;

/** Days are UTC. */
export async function creditsLeftToday(database: Database, keyId: string, creditsPerDay: number): Promise<number> {
  const [today] = await database.query<{ credits: number }>(
    `${SERIES} SELECT sum(credits)::integer AS credits FROM api_keys.use_of_day JOIN series USING (key_id)
     WHERE day = (now() AT TIME ZONE 'UTC')::date`,
    [keyId],
  );
  return Math.max(0, creditsPerDay - (today?.credits ?? 0));
}

/** Adds up the series until day $5. */
const SPENT = `${SERIES}, spent AS (
  SELECT coalesce(sum(credits) FILTER (WHERE day = $5::date), 0) AS of_day, coalesce(sum(credits), 0) AS of_month
  FROM api_keys.use_of_day JOIN series USING (key_id) WHERE day BETWEEN date_trunc('month', $5::date)::date AND $5)`;
/** With $2 more, at most $3 a day and $4 a month. */
const IS_WITHIN = '($3::integer IS NULL OR of_day + $2 <= $3) AND ($4::integer IS NULL OR of_month + $2 <= $4)';

/** @throws CatalogueError api_key_credits_used */
export async function refuseCredits(
  database: Database,
  keyId: string,
  { creditsPerDay, creditsPerMonth }: KeyLimits,
  credits: number,
): Promise<void> {
  const within = await database.query(`${SPENT} SELECT 1 FROM spent WHERE ${IS_WITHIN}`, [
    keyId,
    credits,
    creditsPerDay,
    creditsPerMonth,
    new Date().toISOString().slice(0, 10),
  ]);
  if (within.length === 0) throw new CatalogueError('api_key_credits_used');
}

interface Reservation {
  readonly teamId: string;
  readonly saveId: string;
  readonly requestId: string;
  readonly credits: number;
}

/**
 * Reserves before spending, so that concurrent requests cannot exceed the limit together. Returns the reservation's id.
 * @throws CatalogueError api_key_credits_used
 */
export async function reserveCredits(
  database: Database,
  keyId: string,
  { creditsPerDay, creditsPerMonth }: KeyLimits,
  { teamId, saveId, requestId, credits }: Reservation,
): Promise<string> {
  return database.transaction(async (tx) => {
    await tx.query(`${SERIES} SELECT pg_advisory_xact_lock(hashtextextended('credits of ' || id, 0)) FROM first`, [
      keyId,
    ]);
    const [today] = await tx.query<{ day: string }>(
      `INSERT INTO api_keys.use_of_day AS d (key_id, day) VALUES ($1, (now() AT TIME ZONE 'UTC')::date)
       ON CONFLICT (key_id, day) DO UPDATE SET credits = d.credits RETURNING day::text`,
      [keyId],
    );
    const [taken] = await tx.query<{ id: string }>(
      `${SPENT}, taken AS (
         UPDATE api_keys.use_of_day SET credits = credits + $2 FROM spent
         WHERE key_id = $1 AND day = $5::date AND ${IS_WITHIN} RETURNING day)
       INSERT INTO api_keys.reserved (id, key_id, team_id, save_id, request_id, day, credits)
       SELECT gen_random_uuid(), $1, $6, $7, $8, day, $2 FROM taken RETURNING id`,
      [keyId, credits, creditsPerDay, creditsPerMonth, today?.day, teamId, saveId, requestId],
    );
    if (taken === undefined) throw new CatalogueError('api_key_credits_used');
    return taken.id;
  });
}

/** Once: what was not charged is released. */
export async function endReservation(database: Database, id: string, charged: number): Promise<void> {
  await database.query(
    `WITH ended AS (DELETE FROM api_keys.reserved WHERE id = $1 RETURNING key_id, day, credits)
     UPDATE api_keys.use_of_day AS d SET credits = d.credits - (ended.credits - $2)
     FROM ended WHERE d.key_id = ended.key_id AND d.day = ended.day`,
    [id, charged],
  );
}

const MAX_SPEND_TIME = '2 minutes';

/** Reservations of requests that a crash ended. */
export function leftReservations(database: Database): Promise<(Reservation & { readonly id: string })[]> {
  return database.query(
    `SELECT id, team_id AS "teamId", save_id AS "saveId", request_id AS "requestId", credits
     FROM api_keys.reserved WHERE began_at < now() - $1::interval ORDER BY began_at`,
    [MAX_SPEND_TIME],
  );
}

export async function releaseCredits(database: Tx, keyId: string, credits: number, day: string): Promise<void> {
  await database.query(
    `UPDATE api_keys.use_of_day SET credits = credits - $2
     WHERE key_id = $1 AND day = (
       SELECT max(day) FROM api_keys.use_of_day WHERE key_id = $1 AND day <= $3::date AND credits >= $2)`,
    [keyId, credits, day],
  );
}

/** At the first key. @throws CatalogueError too_many_requests */
export async function countTestPicture(database: Database, keyId: string): Promise<void> {
  const counted = await database.query(
    `INSERT INTO api_keys.use_of_day AS d (key_id, day, test_pictures) VALUES (${FIRST_KEY}, (now() AT TIME ZONE 'UTC')::date, 1)
     ON CONFLICT (key_id, day) DO UPDATE SET test_pictures = d.test_pictures + 1 WHERE d.test_pictures < $2
     RETURNING day`,
    [keyId, TEST_KEY_PICTURES_PER_DAY],
  );
  if (counted.length === 0) throw new CatalogueError('too_many_requests', { retryAfterSeconds: secondsLeftToday() });
}

/** Days are UTC. */
export async function testPicturesLeft(database: Database, keyId: string): Promise<number> {
  const [today] = await database.query<{ made: number }>(
    `SELECT test_pictures AS made FROM api_keys.use_of_day
     WHERE key_id = ${FIRST_KEY} AND day = (now() AT TIME ZONE 'UTC')::date`,
    [keyId],
  );
  return Math.max(0, TEST_KEY_PICTURES_PER_DAY - (today?.made ?? 0));
}

export interface LoggedRequest {
  readonly id: string;
  readonly keyId: string;
  readonly teamId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly credits: number;
}

export async function logRequest(database: Database, request: LoggedRequest): Promise<void> {
  const { id, keyId, teamId, method, path, status, ms, credits } = request;
  await database.query(
    `WITH logged AS (
       INSERT INTO api_keys.request (id, key_id, team_id, method, path, status, ms, credits)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING)
     INSERT INTO api_keys.use_of_day AS d (key_id, day, requests) VALUES ($2, (now() AT TIME ZONE 'UTC')::date, 1)
     ON CONFLICT (key_id, day) DO UPDATE SET requests = d.requests + 1`,
    [id, keyId, teamId, method, path.slice(0, MAX_LOGGED_PATH), status, Math.round(ms), credits],
  );
}

export async function readLog(
  database: Database,
  teamId: string,
  keyId: string | undefined,
): Promise<KeyLog['requests']> {
  const rows = await database.query<Omit<KeyLog['requests'][number], 'at'> & { readonly at: Date }>(
    `SELECT id, key_id AS "keyId", at, method, path, status, ms, credits FROM api_keys.request
     WHERE team_id = $1 AND ($2::uuid IS NULL OR key_id = $2) ORDER BY at DESC LIMIT ${LOG_LINES}`,
    [teamId, keyId ?? null],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export async function useOfKeys(database: Database, teamId: string): Promise<Map<string, KeyView['use']>> {
  const rows = await database.query<{ keyId: string; day: string; requests: number; credits: number }>(
    `SELECT d.key_id AS "keyId", to_char(d.day, 'YYYY-MM-DD') AS day, d.requests, d.credits
     FROM api_keys.use_of_day d JOIN api_keys.secret s ON s.key_id = d.key_id
     WHERE s.team_id = $1 AND d.day > (now() AT TIME ZONE 'UTC')::date - $2::integer ORDER BY d.day`,
    [teamId, API_KEYS.daysOfUse],
  );
  const byKey = Map.groupBy(rows, ({ keyId }) => keyId);
  return new Map(
    [...byKey].map(([id, days]) => [id, days.map(({ day, requests, credits }) => ({ day, requests, credits }))]),
  );
}

export async function forgetOldUse(database: Database): Promise<void> {
  await database.query(`DELETE FROM api_keys.request WHERE at < now() - make_interval(days => $1)`, [API_KEYS.logDays]);
  await database.query(
    `DELETE FROM api_keys.request USING (
       SELECT id, row_number() OVER (PARTITION BY key_id ORDER BY at DESC) AS place FROM api_keys.request) old
     WHERE request.id = old.id AND place > ${LOG_LINES}`,
  );
  await database.query(`DELETE FROM api_keys.repeated WHERE began_at < now() - interval '1 day'`);
  await database.query(`DELETE FROM api_keys.batch_save WHERE began_at < now() - interval '1 day'`);
  await database.query(`DELETE FROM api_keys.minute WHERE began_at < now() - interval '1 day'`);
  await database.query(`DELETE FROM api_keys.under_way WHERE until < now()`);
}
