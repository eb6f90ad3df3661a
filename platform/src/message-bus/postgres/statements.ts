import type { Database, Tx } from '../../database/database.ts';
import { LeaseLostError, type OutgoingMessage, type Outcome } from '../port.ts';

// Each function is ONE statement: round trips of BEGIN … COMMIT cost more than the work.

/** Payload: the topic. */
export const CHANNEL = 'message_bus';

export interface Claim {
  readonly topic: string;
  readonly id: string;
  readonly body: unknown;
  readonly attempts: number;
  readonly token: string;
  readonly error: string | null;
  readonly traceparent: string | null;
}

/**
 * Commits without waiting for the disk. A crash loses the log's end, never a gap: lost claims and acknowledgements are
 * redone under another token, and effects elsewhere carry derived ids. `publish` and `redrive` do wait: nothing would
 * redo them.
 */
const ASYNCHRONOUS_COMMIT = `asynchronous_commit AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;

const CLAIM = {
  name: 'message_bus.claim',
  text: `WITH ${ASYNCHRONOUS_COMMIT}, next AS MATERIALIZED (
       SELECT topic, id FROM message_bus.message
       WHERE topic = $1 AND state = 'open' AND available_at <= clock_timestamp()
       ORDER BY priority, turn, sequence LIMIT $2 FOR UPDATE SKIP LOCKED
     ), claimed AS (
       UPDATE message_bus.message m
       SET token = gen_random_uuid(), attempts = m.attempts + 1, available_at = clock_timestamp() + make_interval(secs => $3)
       FROM next, asynchronous_commit WHERE m.topic = next.topic AND m.id = next.id
       RETURNING m.*
     )
     SELECT topic, id, body, attempts, token, error, traceparent FROM claimed ORDER BY priority, turn, sequence`,
};

export async function claim(
  database: Database,
  options: { readonly topic: string; readonly limit: number; readonly leaseSeconds: number },
): Promise<Claim[]> {
  return await database.query<Claim>(CLAIM, [options.topic, options.limit, options.leaseSeconds]);
}

/** @throws LeaseLostError */
export async function renew(database: Database, held: Claim, leaseSeconds: number): Promise<void> {
  const assignments = 'available_at = clock_timestamp() + make_interval(secs => $10)';
  await change(database, held, 'renew', assignments, [leaseSeconds]);
}

/** @throws LeaseLostError */
export async function acknowledge(database: Database, held: Claim, outcome: Outcome): Promise<void> {
  const assignments = `state = 'done', token = NULL, finished_at = clock_timestamp()`;
  await change(database, held, 'acknowledge', assignments, [], outcome);
}

/** @throws LeaseLostError */
export async function moveToDeadLetters(
  database: Database,
  held: Claim,
  end: { readonly attempts: number; readonly error: string; readonly outcome: Outcome },
): Promise<void> {
  await change(
    database,
    held,
    'move_to_dead_letters',
    `state = 'dead', token = NULL, finished_at = clock_timestamp(), attempts = $10, error = $11`,
    [end.attempts, storable(end.error)],
    end.outcome,
  );
}

/** @throws LeaseLostError */
export async function putBack(
  database: Database,
  held: Claim,
  again: { readonly attempts: number; readonly delaySeconds: number; readonly error: string | null },
): Promise<void> {
  await change(
    database,
    held,
    'put_back',
    `token = NULL, attempts = $10, error = $11, available_at = clock_timestamp() + make_interval(secs => $12)`,
    [again.attempts, again.error === null ? null : storable(again.error), again.delaySeconds],
  );
}

/** @throws LeaseLostError */
export async function publishWhileHeld(
  database: Database,
  held: Claim,
  topic: string,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  // Blocks every claim until the commit, but no publication.
  await underToken(
    database,
    held,
    'publish_while_held',
    `SELECT 1 FROM message_bus.message m, asynchronous_commit WHERE m.topic = $7 AND m.id = $8 AND m.token = $9 FOR SHARE OF m`,
    [],
    { publish: [{ topic, messages }] },
  );
}

export async function insertMessages(tx: Tx, topic: string, messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const outcome = { publish: [{ topic, messages }] };
  const name = `message_bus.insert${hasGroups(outcome) ? ' with groups' : ''}`;
  await tx.query({ name, text: `WITH ${insertion(outcome)} SELECT 1 FROM notified` }, rowsOf(outcome));
}

export async function redriveDead(database: Database, topic: string, id: string): Promise<boolean> {
  const rows = await database.query(
    `WITH redriven AS (
       UPDATE message_bus.message dead
       SET state = 'open', attempts = 0, error = NULL, finished_at = NULL, available_at = clock_timestamp(),
           turn = CASE WHEN group_id = '' THEN 0 ELSE COALESCE(${turnServed('dead.topic', 'dead.priority')}, 1) END
       WHERE topic = $1 AND id = $2 AND state = 'dead' RETURNING topic
     )
     SELECT pg_notify('${CHANNEL}', topic) FROM redriven`,
    [topic, id],
  );
  return rows.length === 1;
}

/** False when unknown. */
export async function raisePriority(database: Database, topic: string, id: string, priority: number): Promise<boolean> {
  const [row] = await database.query<{ known: boolean }>(
    `WITH known AS MATERIALIZED (SELECT topic, id, group_id, $3::integer AS priority FROM message_bus.message
       WHERE topic = $1 AND id = $2),
     raised AS (
       UPDATE message_bus.message waiting
       SET priority = known.priority, turn = CASE WHEN known.group_id = '' THEN 0
         ELSE COALESCE(GREATEST(${turnServed('known.topic', 'known.priority')}, ${turnAfterOwn('known')}), 1) END
       FROM known
       WHERE waiting.topic = known.topic AND waiting.id = known.id
         AND waiting.state = 'open' AND waiting.token IS NULL AND waiting.priority > known.priority
     )
     SELECT EXISTS (SELECT FROM known) AS known`,
    [topic, id, priority],
  );
  return row?.known === true;
}

/** Also forgets their ids. */
export async function purgeDone(database: Database, limit: number): Promise<number> {
  const rows = await database.query(
    `WITH ${ASYNCHRONOUS_COMMIT}, old AS MATERIALIZED (
       SELECT topic, id FROM message_bus.message
       WHERE state = 'done' AND finished_at < clock_timestamp() - interval '1 day'
       ORDER BY finished_at LIMIT $1 FOR UPDATE SKIP LOCKED
     )
     DELETE FROM message_bus.message m USING old, asynchronous_commit WHERE m.topic = old.topic AND m.id = old.id RETURNING 1`,
    [limit],
  );
  return rows.length;
}

/** @param assignments `params` start at `$10` */
async function change(
  database: Database,
  held: Claim,
  what: string,
  assignments: string,
  params: readonly unknown[],
  outcome: Outcome = {},
): Promise<void> {
  await underToken(
    database,
    held,
    what,
    `UPDATE message_bus.message m SET ${assignments} FROM asynchronous_commit
     WHERE m.topic = $7 AND m.id = $8 AND m.token = $9 RETURNING 1`,
    params,
    outcome,
  );
}

/**
 * @param proof finds the row of `held` under its token
 * @throws LeaseLostError
 */
async function underToken(
  database: Database,
  held: Claim,
  what: string,
  proof: string,
  params: readonly unknown[],
  outcome: Outcome,
): Promise<void> {
  const statement = {
    name: `message_bus.${what}${hasGroups(outcome) ? ' with groups' : ''}`,
    text: `WITH ${ASYNCHRONOUS_COMMIT}, held AS MATERIALIZED (${proof}), ${insertion(outcome, ', held')} SELECT 1 FROM held LEFT JOIN notified ON true`,
  };
  const rows = await database.query(statement, [...rowsOf(outcome), held.topic, held.id, held.token, ...params]);
  if (rows.length === 0) throw new LeaseLostError(held.id);
}

/** The smallest among untried messages, else the largest: a long retry must not hold it back. */
const turnServed = (topic: string, priority: string): string => {
  const open = `m.topic = ${topic} AND m.priority = ${priority} AND m.group_id <> '' AND m.state = 'open'`;
  return `COALESCE(
    (SELECT turn FROM message_bus.message m WHERE ${open} AND m.attempts = 0 ORDER BY turn LIMIT 1),
    (SELECT turn FROM message_bus.message m WHERE ${open} ORDER BY turn DESC LIMIT 1))`;
};

const turnAfterOwn = (group: string): string =>
  `(SELECT turn + 1 FROM message_bus.message m
    WHERE m.topic = ${group}.topic AND m.priority = ${group}.priority AND m.group_id = ${group}.group_id AND m.group_id <> ''
      AND m.state = 'open' ORDER BY -turn LIMIT 1)`;

/**
 * Start-time fair queueing: a message follows its group's last open turn, but never takes one already served. Groups
 * start at 1: 0 is for messages without one.
 */
const TURNS = `queue AS MATERIALIZED (
      SELECT topic, priority, group_id, CASE WHEN group_id = '' THEN 0
        ELSE COALESCE(GREATEST(${turnServed('q.topic', 'q.priority')}, ${turnAfterOwn('q')}), 1) END AS turn
      FROM (SELECT DISTINCT topic, priority, group_id FROM numbered) q
    ), ready AS (
      SELECT *, turn + CASE WHEN group_id = '' THEN 0
        ELSE row_number() OVER (PARTITION BY topic, priority, group_id ORDER BY sequence) - 1 END AS own_turn
      FROM numbered JOIN queue USING (topic, priority, group_id)
    )`;

const NO_TURNS = 'ready AS (SELECT *, 0 AS own_turn FROM numbered)';

/**
 * Inserted by id: publishers of the same ids would deadlock.
 * @param condition inserts only if this has a row
 */
function insertion(outcome: Outcome, condition = ''): string {
  return `numbered AS MATERIALIZED (
      SELECT nextval('message_bus.message_sequence') AS sequence, given.* FROM (
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[])
          WITH ORDINALITY AS given (topic, id, body, priority, group_id, traceparent, place) ORDER BY place
      ) given ${condition}
    ), ${hasGroups(outcome) ? TURNS : NO_TURNS}, added AS (
      INSERT INTO message_bus.message (topic, id, sequence, priority, group_id, turn, body, traceparent)
      SELECT topic, id, sequence, priority, group_id, own_turn, body::json, traceparent FROM ready ORDER BY topic, id
      ON CONFLICT DO NOTHING RETURNING topic
    ), notified AS MATERIALIZED (
      SELECT pg_notify('${CHANNEL}', topic) FROM (SELECT DISTINCT topic FROM added) topics
    )`;
}

const hasGroups = ({ publish = [] }: Outcome): boolean =>
  publish.some(({ messages }) => messages.some(({ group = '' }) => group !== ''));

/** `$1` to `$6` of `insertion`. */
function rowsOf({ publish = [] }: Outcome): unknown[][] {
  const rows = publish.flatMap(({ topic, messages }) => messages.map((message) => ({ topic, ...message })));
  return [
    rows.map(({ topic }) => topic),
    rows.map(({ id }) => id),
    // json, not jsonb, takes every string.
    rows.map(({ body }) => JSON.stringify(body ?? null)),
    rows.map(({ priority }) => priority ?? 0),
    rows.map(({ group }) => group ?? ''),
    rows.map(({ traceparent }) => traceparent ?? null),
  ];
}

/** An error may quote any bytes. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').slice(0, 4000);
}
