import type { Database, Tx } from '../../database/database.ts';
import { LeaseLostError, type OutgoingMessage, type Outcome } from '../port.ts';

/** NOTIFY channel; the payload is the topic that has something new. */
export const CHANNEL = 'message_bus';

/** A message that one consumer has until its lease ends; `token` proves it. */
export interface Claim {
  readonly topic: string;
  readonly id: string;
  readonly body: unknown;
  /** Tries so far, this one included. */
  readonly attempts: number;
  readonly token: string;
  /** Of an earlier try. */
  readonly error: string | null;
}

/**
 * A transaction that does not wait for the disk. A crash of the server (not of a process of ours) then loses the last half
 * second of its log: the end of it, never a piece out of the middle. Each use here bears that:
 * - A lost claim, renewal, putting back or purge leaves an older state of the same message: it is taken again, under
 *   another token, and whoever held the lost one is refused.
 * - A lost acknowledgement or burial is lost together with what it published, and the work is redone.
 * - What somebody did because of a message that is lost stands after it in the log and is lost too; if they did it elsewhere (a
 *   blob, another event store), it carries an id derived from the message's, and the redone work recognises it.
 *
 * `MessageBus.publish` and `redrive` do wait: their caller may tell a person, or a store that is not this server, that the message
 * is safe, and nothing would redo it.
 */
export async function withoutWaitingForDisk<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await database.transaction(async (tx) => {
    await tx.query('SET LOCAL synchronous_commit = off');
    return await work(tx);
  });
}

/** Takes up to `limit` messages that wait or whose lease has ended, in the order in which they are to be served. */
export async function claim(
  database: Database,
  options: { readonly topic: string; readonly limit: number; readonly leaseSeconds: number },
): Promise<Claim[]> {
  return await withoutWaitingForDisk(database, (tx) =>
    tx.query<Claim>(
      `WITH next AS MATERIALIZED (
         SELECT topic, id FROM message_bus.message
         WHERE topic = $1 AND state = 'open' AND available_at <= clock_timestamp()
         ORDER BY priority, sequence LIMIT $2 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE message_bus.message m
         SET token = gen_random_uuid(), attempts = m.attempts + 1, available_at = clock_timestamp() + make_interval(secs => $3)
         FROM next WHERE m.topic = next.topic AND m.id = next.id
         RETURNING m.*
       )
       SELECT topic, id, body, attempts, token, error FROM claimed ORDER BY priority, sequence`,
      [options.topic, options.limit, options.leaseSeconds],
    ),
  );
}

/** False when somebody else has the message, or nobody. */
export async function renew(database: Database, held: Claim, leaseSeconds: number): Promise<boolean> {
  const rows = await withoutWaitingForDisk(database, (tx) =>
    tx.query(
      `UPDATE message_bus.message SET available_at = clock_timestamp() + make_interval(secs => $4)
       WHERE topic = $1 AND id = $2 AND token = $3 RETURNING 1`,
      [held.topic, held.id, held.token, leaseSeconds],
    ),
  );
  return rows.length === 1;
}

/** Ends the message and publishes its outcome: both or neither. @throws LeaseLostError */
export async function acknowledge(database: Database, held: Claim, outcome: Outcome): Promise<void> {
  await withoutWaitingForDisk(database, async (tx) => {
    const rows = await tx.query(
      `UPDATE message_bus.message SET state = 'done', token = NULL, finished_at = clock_timestamp()
       WHERE topic = $1 AND id = $2 AND token = $3 RETURNING 1`,
      [held.topic, held.id, held.token],
    );
    if (rows.length === 0) throw new LeaseLostError(held.id);
    await insertOutcome(tx, outcome);
  });
}

/** Moves the message to the dead letters and publishes its outcome: both or neither. @throws LeaseLostError */
export async function bury(
  database: Database,
  held: Claim,
  end: { readonly attempts: number; readonly error: string; readonly outcome: Outcome },
): Promise<void> {
  await withoutWaitingForDisk(database, async (tx) => {
    const rows = await tx.query(
      `UPDATE message_bus.message
       SET state = 'dead', token = NULL, attempts = $4, error = $5, finished_at = clock_timestamp()
       WHERE topic = $1 AND id = $2 AND token = $3 RETURNING 1`,
      [held.topic, held.id, held.token, end.attempts, storable(end.error)],
    );
    if (rows.length === 0) throw new LeaseLostError(held.id);
    await insertOutcome(tx, end.outcome);
  });
}

/** Gives the message up for others, or itself, to take after a delay. @throws LeaseLostError */
export async function putBack(
  database: Database,
  held: Claim,
  again: { readonly attempts: number; readonly delaySeconds: number; readonly error: string | null },
): Promise<void> {
  await withoutWaitingForDisk(database, async (tx) => {
    const rows = await tx.query(
      `UPDATE message_bus.message
       SET token = NULL, attempts = $4, error = $5, available_at = clock_timestamp() + make_interval(secs => $6)
       WHERE topic = $1 AND id = $2 AND token = $3 RETURNING 1`,
      [
        held.topic,
        held.id,
        held.token,
        again.attempts,
        again.error === null ? null : storable(again.error),
        again.delaySeconds,
      ],
    );
    if (rows.length === 0) throw new LeaseLostError(held.id);
    if (again.delaySeconds === 0) await tx.query('SELECT pg_notify($1, $2)', [CHANNEL, held.topic]);
  });
}

/** Publishes for as long as nobody else can take the message. @throws LeaseLostError */
export async function publishWhileHeld(
  database: Database,
  held: Claim,
  topic: string,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  await withoutWaitingForDisk(database, async (tx) => {
    // The share lock keeps every claim off the row until the commit (claims skip locked rows), yet lets publications side by side.
    const rows = await tx.query(
      'SELECT 1 FROM message_bus.message WHERE topic = $1 AND id = $2 AND token = $3 FOR SHARE',
      [held.topic, held.id, held.token],
    );
    if (rows.length === 0) throw new LeaseLostError(held.id);
    await insertMessages(tx, [{ topic, messages }]);
  });
}

async function insertOutcome(tx: Tx, { publish = [] }: Outcome): Promise<void> {
  if (publish.length > 0) await insertMessages(tx, publish);
}

/** Adds the messages whose ids are new, and wakes the consumers of their topics at the commit. */
export async function insertMessages(tx: Tx, batches: NonNullable<Outcome['publish']>): Promise<void> {
  const rows = batches.flatMap(({ topic, messages }) => messages.map((message) => ({ topic, ...message })));
  if (rows.length === 0) return;
  await tx.query(
    // Numbered in the order of publishing, but inserted in the order of ids: two publishers of the same ids wait for each other
    // at the primary key, and in different orders that would be a deadlock.
    `WITH numbered AS MATERIALIZED (
       SELECT nextval('message_bus.message_sequence') AS sequence, given.* FROM (
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[])
           WITH ORDINALITY AS given (topic, id, body, priority, place) ORDER BY place
       ) given
     ), added AS (
       INSERT INTO message_bus.message (topic, id, sequence, priority, body)
       SELECT topic, id, sequence, priority, body::json FROM numbered ORDER BY topic, id
       ON CONFLICT DO NOTHING RETURNING topic
     )
     SELECT pg_notify('${CHANNEL}', topic) FROM (SELECT DISTINCT topic FROM added) topics`,
    [
      rows.map(({ topic }) => topic),
      rows.map(({ id }) => id),
      rows.map(({ body }) => JSON.stringify(body ?? null)),
      rows.map(({ priority }) => priority ?? 0),
    ],
  );
}

/** Removes up to `limit` messages that ended more than a day ago, and with them the memory of their ids. Returns how many. */
export async function purgeDone(database: Database, limit: number): Promise<number> {
  const rows = await withoutWaitingForDisk(database, (tx) =>
    tx.query(
      `DELETE FROM message_bus.message WHERE (topic, id) IN (
         SELECT topic, id FROM message_bus.message
         WHERE state = 'done' AND finished_at < clock_timestamp() - interval '1 day'
         ORDER BY finished_at LIMIT $1 FOR UPDATE SKIP LOCKED
       ) RETURNING 1`,
      [limit],
    ),
  );
  return rows.length;
}

/** PostgreSQL keeps no zero character in text, and an error may quote any bytes. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').slice(0, 4000);
}
