import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { readRebuilds, type RebuildStatus } from '@clearcut/platform/event-store/rebuild-requests';
import { listSetAside } from '@clearcut/platform/event-store/set-aside';
import { readSubscriberStatuses, stateNow, type SubscriberStatus } from '@clearcut/platform/event-store/subscriber';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { LAG_COUNTED_TO, type Work } from '@clearcut/schemas/support/work-http';
import { TOPICS } from './samples.ts';

interface WorkDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly messageBus: MessageBus;
}

export async function readWork({ database, eventStore, messageBus }: WorkDeps): Promise<Work> {
  const [statuses, rebuilds, setAside] = await Promise.all([
    readSubscriberStatuses(database),
    readRebuilds(database),
    listSetAside(database),
  ]);
  const queues = TOPICS.map(async (topic) => ({
    topic,
    waiting: await messageBus.depth(topic),
    dead: await messageBus.deadLetterCount(topic),
  }));
  const subscribers = statuses.map(async (status) => {
    const { name, position, error, silentSeconds } = status;
    const rebuild = rebuilds.find((one) => one.name === name);
    return {
      name,
      state: stateNow(status),
      position,
      error,
      silentSeconds,
      ...(await lagOf(eventStore, status)),
      setAside: setAside
        .filter(({ subscriber }) => subscriber === name)
        .map(({ eventId, stream, version, reason, setAsideAt: at }) => ({
          eventId,
          stream,
          version,
          at: at.toISOString(),
          reason,
        })),
      rebuild: rebuild === undefined ? null : viewOf(rebuild),
    };
  });
  return { subscribers: await Promise.all(subscribers), queues: await Promise.all(queues) };
}

/** Number of unapplied events of its categories, up to a limit, and age of the first. Positions cannot be subtracted in every store. */
async function lagOf(
  eventStore: EventStore<ClearcutEvent>,
  { position, categories }: SubscriberStatus,
): Promise<{ lagEvents: number | null; lagSeconds: number | null }> {
  try {
    const { events } = await eventStore.readAll({
      from: position,
      batchSize: LAG_COUNTED_TO,
      // In KurrentDB the position follows events of other categories only every few dozen.
      ...(categories && { filter: { categories } }),
    });
    const first = events[0]?.metadata.occurredAt;
    const seconds = first === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(first)) / 1_000);
    return { lagEvents: events.length, lagSeconds: seconds };
  } catch {
    // Position of another store, or an unreadable event: the subscriber reports it itself.
    return { lagEvents: null, lagSeconds: null };
  }
}

function viewOf({ requestedAt, startedAt, finishedAt, events, share, error }: RebuildStatus) {
  return {
    requestedAt: requestedAt?.toISOString() ?? null,
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    events,
    share,
    error,
  };
}
