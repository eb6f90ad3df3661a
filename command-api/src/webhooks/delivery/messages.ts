import type { Database, Tx } from '@clearcut/platform/database/database';
import { WEBHOOKS } from '@clearcut/schemas/constants';
import type { WebhookMessage } from '@clearcut/schemas/webhooks/http';
import type { WebhookType } from '@clearcut/schemas/webhooks/types';

/** NOTIFY channel. */
export const webhooksWaiting = 'webhooks_waiting';

export interface NewMessage {
  readonly id: string;
  readonly endpointId: string;
  readonly type: WebhookType | 'test';
  readonly subject: string | null;
  readonly body: string;
}

export interface Try {
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  readonly ms: number;
  readonly error: string | null;
}

const SHOWN = 50;

/**
 * Locks endpoints before their messages, in the order that removing an endpoint uses; its cascade would otherwise
 * deadlock with a delivery being recorded.
 */
const lockEndpoints = (ids: string): string =>
  `WITH locked AS MATERIALIZED (SELECT id FROM webhooks.endpoint WHERE id ${ids} ORDER BY id FOR NO KEY UPDATE)`;

/** Ignores repeats and removed endpoints. */
export async function queueMessage(tx: Tx, { id, endpointId, type, subject, body }: NewMessage): Promise<void> {
  await tx.query(
    `INSERT INTO webhooks.message (id, endpoint_id, type, subject, body)
     SELECT $1, e.id, $3, $4, $5 FROM webhooks.endpoint e WHERE e.id = $2 FOR KEY SHARE OF e
     ON CONFLICT DO NOTHING`,
    [id, endpointId, type, subject, body],
  );
  await wake(tx);
}

async function wake(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_notify($1, '')`, [webhooksWaiting]);
}

export interface DueTry {
  readonly messageId: string;
  readonly endpointId: string;
  readonly nth: number;
}

/** Due tries not yet on the bus. Only the oldest message of a picture waits to be sent; the next follows it. */
export function findDue(database: Database, limit: number): Promise<DueTry[]> {
  return database.query<DueTry>(
    `SELECT m.id AS "messageId", m.endpoint_id AS "endpointId", m.tries + 1 AS nth FROM webhooks.message m
     WHERE m.status = 'waiting' AND m.due_at <= now() AND m.published <= m.tries
       AND NOT EXISTS (SELECT FROM webhooks.message e WHERE e.status = 'waiting' AND e.endpoint_id = m.endpoint_id
                       AND e.subject = m.subject AND e.sequence < m.sequence)
     ORDER BY m.due_at LIMIT $1`,
    [limit],
  );
}

export async function markPublished(database: Database, tries: readonly DueTry[]): Promise<void> {
  await database.query(
    `${lockEndpoints('= ANY($3::uuid[])')}
     UPDATE webhooks.message m SET published = given.nth
     FROM unnest($1::uuid[], $2::integer[]) AS given (id, nth), locked
     WHERE m.id = given.id AND m.endpoint_id = locked.id AND m.published < given.nth`,
    [tries.map(({ messageId }) => messageId), tries.map(({ nth }) => nth), tries.map(({ endpointId }) => endpointId)],
  );
}

export interface WaitingMessage {
  readonly id: string;
  readonly endpointId: string;
  /** Signs for an address of one request; null for an endpoint of the team. */
  readonly keyId: string | null;
  readonly url: string;
  readonly body: string;
  /** Since last sent manually. */
  readonly failures: number;
}

/** Undefined when the delivery was already attempted or is no longer wanted. */
export async function findWaiting(database: Database, id: string, nth: number): Promise<WaitingMessage | undefined> {
  const [row] = await database.query<WaitingMessage>(
    `SELECT m.id, m.endpoint_id AS "endpointId", e.key_id AS "keyId", e.url, m.body, m.failures
     FROM webhooks.message m JOIN webhooks.endpoint e ON e.id = m.endpoint_id
     WHERE m.id = $1 AND m.status = 'waiting' AND m.tries < $2`,
    [id, nth],
  );
  return row;
}

/**
 * @param pauseMs until the next try; null after the last, undefined when delivered
 * @returns since when the endpoint has been failing, or null
 */
export function recordTry(
  database: Database,
  { id, endpointId }: Pick<WaitingMessage, 'id' | 'endpointId'>,
  nth: number,
  { status, ms, error }: Try,
  pauseMs: number | null | undefined,
): Promise<Date | null> {
  const outcome = pauseMs === undefined ? 'delivered' : pauseMs === null ? 'failed' : 'waiting';
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ failingSince: Date | null }>(
      `UPDATE webhooks.endpoint SET failing_since = CASE WHEN $2 THEN NULL ELSE coalesce(failing_since, now()) END
       WHERE id = $1 RETURNING failing_since AS "failingSince"`,
      [endpointId, outcome === 'delivered'],
    );
    // Removed meanwhile, with its messages.
    if (row === undefined) return null;
    await tx.query(
      `INSERT INTO webhooks.try (message_id, nth, status, ms, error) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [id, nth, status, Math.round(ms), error],
    );
    // A try that was given up may end after a later one.
    await tx.query(
      `UPDATE webhooks.message SET status = $2, tries = $3, failures = CASE WHEN $2 = 'delivered' THEN 0 ELSE failures + 1 END,
         due_at = now() + make_interval(secs => $4) WHERE id = $1 AND tries < $3`,
      [id, outcome, nth, (pauseMs ?? 0) / 1000],
    );
    // Triggers the picture's next message.
    await wake(tx);
    return row.failingSince;
  });
}

export async function giveUp(database: Tx, endpointId: string): Promise<void> {
  await database.query(
    `${lockEndpoints('= $1')}
     UPDATE webhooks.message SET status = 'failed' FROM locked WHERE endpoint_id = locked.id AND status = 'waiting'`,
    [endpointId],
  );
}

/** Keeps the message's id. Passes over a try given up on the bus. False when there is none. */
export async function sendAgain(database: Database, endpointId: string, id: string): Promise<boolean> {
  const again = await database.query(
    `UPDATE webhooks.message SET status = 'waiting', failures = 0, due_at = now(),
       tries = CASE status WHEN 'waiting' THEN tries ELSE published END WHERE id = $1 AND endpoint_id = $2 RETURNING id`,
    [id, endpointId],
  );
  await wake(database);
  return again.length === 1;
}

/** Newest first, with their tries. */
export async function listMessages(database: Database, endpointId: string): Promise<WebhookMessage[]> {
  const rows = await database.query<
    Omit<WebhookMessage, 'createdAt' | 'nextTryAt'> & Record<'createdAt' | 'dueAt', Date>
  >(
    `SELECT m.id, m.type, m.status, m.body, m.created_at AS "createdAt", m.due_at AS "dueAt",
       coalesce((SELECT json_agg(json_build_object('at', to_char(t.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'status', t.status, 'ms', t.ms, 'error', t.error) ORDER BY t.nth) FROM webhooks.try t WHERE t.message_id = m.id), '[]') AS tries
     FROM webhooks.message m WHERE m.endpoint_id = $1 ORDER BY m.sequence DESC LIMIT ${SHOWN}`,
    [endpointId],
  );
  return rows.map(({ createdAt, dueAt, ...message }) => ({
    ...message,
    createdAt: createdAt.toISOString(),
    nextTryAt: message.status === 'waiting' ? dueAt.toISOString() : null,
  }));
}

export async function forgetOldMessages(database: Database): Promise<void> {
  const isOld = 'created_at < now() - make_interval(days => $1)';
  await database.query(
    `${lockEndpoints(`IN (SELECT endpoint_id FROM webhooks.message WHERE ${isOld})`)}
     DELETE FROM webhooks.message USING locked WHERE endpoint_id = locked.id AND message.${isOld}`,
    [WEBHOOKS.keptDays],
  );
}
