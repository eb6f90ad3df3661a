import type { Database } from '@clearcut/platform/database/database';
import { readSubscriberStatuses, SILENCE_LIMIT_SECONDS } from '@clearcut/platform/event-store/subscriber';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { Work } from '@clearcut/schemas/support/work-http';
import { REPLAY_JOBS, REPLAY_RESULTS } from '@clearcut/schemas/support/replay/jobs';
import { IMAGE_JOBS, IMAGE_RESULTS } from '@clearcut/schemas/transaction/jobs';

/** Who follows the log, and what waits to be done. */
export async function lookAtWork(database: Database, messageBus: MessageBus): Promise<Work> {
  const statuses = await readSubscriberStatuses(database);
  const queues = [IMAGE_JOBS, IMAGE_RESULTS, REPLAY_JOBS, REPLAY_RESULTS].map(async (topic) => ({
    topic,
    waiting: await messageBus.depth(topic),
    dead: await messageBus.deadLetterCount(topic),
  }));
  return {
    subscribers: statuses.map(({ name, state, position, error, silentSeconds }) => ({
      name,
      // A process that was killed could not take back the state that it had reported last.
      state: state !== 'halted' && silentSeconds > SILENCE_LIMIT_SECONDS ? 'silent' : state,
      position,
      error,
      silentSeconds,
    })),
    queues: await Promise.all(queues),
  };
}
