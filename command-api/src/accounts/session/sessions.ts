import { randomUUID } from 'node:crypto';
import type { Tx } from '@clearcut/platform/database/database';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS, STAFF_SESSION } from '@clearcut/schemas/constants';
import { randomToken, tokenDigest } from '../random-token.ts';

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly teamId: string;
  /** Anonymous session before the login: only its pictures may be linked. */
  readonly anonymousSessionId: string | null;
  readonly hasSecondFactor: boolean;
  /** Since the login, and since it was used before now. */
  readonly ageMs: number;
  readonly idleMs: number;
}

export interface ListedSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly userAgent: string;
}

/** Browsers send less; limits what others can store. */
const MAX_USER_AGENT = 300;
const HAS_FACTOR = 'EXISTS (SELECT FROM identity.accounts_with_factor f WHERE f.user_id = s.user_id)';
/** A write per request would cost more than the request. */
const LAST_SEEN_PRECISION = '1 minute';

export async function createSession(
  database: Tx,
  {
    userId,
    anonymousSessionId,
    userAgent,
  }: { readonly userId: string; readonly anonymousSessionId: string | null; readonly userAgent: string },
): Promise<{ readonly id: string; readonly token: string }> {
  const id = randomUUID();
  const token = randomToken();
  await database.query(
    `INSERT INTO identity.sessions (id, token_digest, user_id, anonymous_session_id, user_agent)
     VALUES ($1, $2, $3, $4, $5)`,
    [id, tokenDigest(token), userId, anonymousSessionId, userAgent.slice(0, MAX_USER_AGENT)],
  );
  return { id, token };
}

const FIND = {
  name: 'identity.find_session',
  text: `SELECT s.id, s.user_id AS "userId", u.team_id AS "teamId", s.anonymous_session_id AS "anonymousSessionId",
           ${HAS_FACTOR} AS "hasSecondFactor", s.last_seen_at < now() - $3::interval AS stale,
           1000 * extract(epoch FROM now() - s.created_at)::float AS "ageMs",
           1000 * extract(epoch FROM now() - s.last_seen_at)::float AS "idleMs"
         FROM identity.sessions s JOIN identity.users u ON u.id = s.user_id
         WHERE s.token_digest = $1 AND s.created_at > now() - $2::interval AND s.last_seen_at > now() - $4::interval`,
};

export async function findSession(database: Tx, token: string): Promise<Session | undefined> {
  const [row] = await database.query<Session & { readonly stale: boolean }>(FIND, [
    tokenDigest(token),
    `${SESSION_LIFETIME_MS} milliseconds`,
    LAST_SEEN_PRECISION,
    `${SESSION_IDLE_MS} milliseconds`,
  ]);
  if (row === undefined) return undefined;
  const { stale, ...session } = row;
  if (stale) await database.query('UPDATE identity.sessions SET last_seen_at = now() WHERE id = $1', [session.id]);
  return session;
}

/** Whether the session would have ended if its user were staff, whose sessions are short. */
export const isExpiredForStaff = ({ ageMs, idleMs }: Session): boolean =>
  ageMs > STAFF_SESSION.lifetimeMs || idleMs > STAFF_SESSION.idleMs;

/** Most recently used first. */
export async function listSessions(database: Tx, userId: string, isStaff: boolean): Promise<ListedSession[]> {
  const [lifetimeMs, idleMs] = isStaff
    ? [STAFF_SESSION.lifetimeMs, STAFF_SESSION.idleMs]
    : [SESSION_LIFETIME_MS, SESSION_IDLE_MS];
  return database.query(
    `SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", user_agent AS "userAgent"
     FROM identity.sessions
     WHERE user_id = $1 AND created_at > now() - $2::interval AND last_seen_at > now() - $3::interval
     ORDER BY last_seen_at DESC, id`,
    [userId, `${lifetimeMs} milliseconds`, `${idleMs} milliseconds`],
  );
}

export async function endSession(database: Tx, userId: string, id: string): Promise<boolean> {
  const ended = await database.query('DELETE FROM identity.sessions WHERE user_id = $1 AND id = $2 RETURNING id', [
    userId,
    id,
  ]);
  return ended.length > 0;
}

export async function endSessions(database: Tx, userId: string, { except }: { except?: string } = {}): Promise<void> {
  await database.query('DELETE FROM identity.sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2', [
    userId,
    except ?? null,
  ]);
}
