import type { Database } from '@clearcut/platform/database/database';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { jobHours } from '@clearcut/projections/figures/queries';
import { HISTORY_HOURS, type WorkHistory } from '@clearcut/schemas/support/figures-http';
import { REPLAY_JOBS, REPLAY_RESULTS } from '@clearcut/schemas/support/replay/jobs';
import { IMAGE_JOBS, IMAGE_RESULTS } from '@clearcut/schemas/transaction/jobs';
import { repeat, type Repeated } from '../../kernel/repeat.ts';

const INTERVAL_MS = 60_000;
const HOUR_MS = 60 * INTERVAL_MS;
/** More points than the chart has pixels are useless. */
const MAX_POINTS = 360;

export const TOPICS = [IMAGE_JOBS, IMAGE_RESULTS, REPLAY_JOBS, REPLAY_RESULTS] as const;

/** Samples queue lengths each minute. Safe in several processes: the first sample of a minute counts. */
export function startSamples({
  database,
  messageBus,
  log,
}: {
  readonly database: Database;
  readonly messageBus: MessageBus;
  readonly log: Logger;
}): Repeated {
  return repeat({
    everyMs: INTERVAL_MS,
    onError: (error) => log.debug({ err: error }, 'the queues could not be measured'),
    async round() {
      for (const topic of TOPICS) {
        await database.query(
          `INSERT INTO support.queue_sample (at, topic, waiting, dead)
           VALUES (date_trunc('minute', now()), $1, $2, $3) ON CONFLICT DO NOTHING`,
          [topic, await messageBus.depth(topic), await messageBus.deadLetterCount(topic)],
        );
      }
      await database.query('DELETE FROM support.queue_sample WHERE at < now() - make_interval(hours => $1)', [
        HISTORY_HOURS.most,
      ]);
    },
  });
}

export async function workHistory(database: Database, hours: number, now: Date): Promise<WorkHistory> {
  const since = new Date(now.getTime() - hours * HOUR_MS);
  const stretch = Math.ceil((hours * 60) / MAX_POINTS);
  const rows = await database.query<{ topic: string; at: Date; waiting: number; dead: number }>(
    `SELECT topic, date_bin(make_interval(mins => $2), at, TIMESTAMPTZ '2000-01-01') AS at,
            max(waiting) AS waiting, max(dead) AS dead
     FROM support.queue_sample WHERE at >= $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [since, stretch],
  );
  return {
    queues: TOPICS.map((topic) => ({
      topic,
      points: rows
        .filter((row) => row.topic === topic)
        .map(({ at, waiting, dead }) => ({ at: at.toISOString(), waiting, dead })),
    })),
    jobs: await jobHours(database, since),
  };
}
