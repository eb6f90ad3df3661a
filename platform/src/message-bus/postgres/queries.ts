import type { Database } from '../../database/database.ts';
import type { DeadLetter, Waiting } from '../port.ts';

export async function countIn(database: Database, topic: string, state: 'open' | 'dead'): Promise<number> {
  const rows = await database.query<{ count: number }>(
    // A parameter would rule out the partial indexes.
    `SELECT count(*)::integer AS count FROM message_bus.message WHERE topic = $1 AND state = '${state}'`,
    [topic],
  );
  return rows[0]?.count ?? 0;
}

/** @param topic undefined: all */
export function listDead(database: Database, topic: string | undefined): Promise<DeadLetter[]> {
  return database.query<DeadLetter>(
    `SELECT topic, id, body, attempts, error, finished_at AS "diedAt" FROM message_bus.message
     WHERE state = 'dead' AND ($1::text IS NULL OR topic = $1) ORDER BY finished_at, sequence`,
    [topic ?? null],
  );
}

export function countWaiting(database: Database, topic: string): Promise<Waiting[]> {
  return database.query<Waiting>(
    `SELECT priority, count(*)::integer AS count,
       GREATEST(0, extract(epoch FROM clock_timestamp() - min(published_at)))::float8 AS "oldestSeconds"
     FROM message_bus.message WHERE topic = $1 AND state = 'open' GROUP BY priority ORDER BY priority`,
    [topic],
  );
}

/** Messages that are served before this one, counted up to `most`. Undefined when it does not wait. */
export async function countAhead(
  database: Database,
  topic: string,
  id: string,
  most: number,
): Promise<number | undefined> {
  const rows = await database.query<{ ahead: number }>(
    // By key first, or a plan may scan all open messages.
    `WITH asked AS MATERIALIZED (SELECT * FROM message_bus.message WHERE topic = $1 AND id = $2)
     SELECT (SELECT count(*)::integer FROM (
         SELECT FROM message_bus.message m
         WHERE m.topic = asked.topic AND m.state = 'open'
           AND (m.priority, m.turn, m.sequence) < (asked.priority, asked.turn, asked.sequence)
         LIMIT $3
       ) earlier) AS ahead
     FROM asked WHERE state = 'open' AND token IS NULL`,
    [topic, id, most],
  );
  return rows[0]?.ahead;
}
