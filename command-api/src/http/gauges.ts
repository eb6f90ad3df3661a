import { listSetAside } from '@clearcut/platform/event-store/set-aside';
import type { Database } from '@clearcut/platform/database/database';
import { readSubscriberStatuses, stateNow, type SubscriberStatus } from '@clearcut/platform/event-store/subscriber';
import type { MessageBus, Waiting } from '@clearcut/platform/message-bus/port';
import type { GaugeReading, Metrics } from '@clearcut/platform/telemetry/metrics';
import { IMAGE_JOBS, IMAGE_RESULTS } from '@clearcut/schemas/transaction/jobs';
import { spaceOf } from './free-space.ts';

const TOPICS = [IMAGE_JOBS, IMAGE_RESULTS];

export interface Gauged {
  readonly database: Database;
  readonly messageBus: MessageBus;
  readonly metrics: Metrics;
  readonly dataDir: string;
}

function lagOf(status: SubscriberStatus): number {
  return stateNow(status) === 'silent' ? Math.max(status.lagSeconds, status.silentSeconds) : status.lagSeconds;
}

export function addGauges({ database, messageBus, metrics, dataDir }: Gauged): void {
  metrics.gauge(
    'message_bus_depth_messages',
    'Messages that wait or are being worked on',
    () => ofTopics((topic) => messageBus.depth(topic)),
    ['topic'],
  );
  metrics.gauge(
    'message_bus_waiting_messages',
    'Messages that wait or are being worked on, by priority: 0 and 1 are what people wait for, 2 refinements, 3 and 4 bulk and its refinements',
    () => ofPriorities(messageBus, ({ count }) => count),
    ['topic', 'priority'],
  );
  metrics.gauge(
    'message_bus_oldest_seconds',
    'Time since the oldest message of a priority was published that waits or is being worked on',
    () => ofPriorities(messageBus, ({ oldestSeconds }) => oldestSeconds),
    ['topic', 'priority'],
  );
  metrics.gauge(
    'message_bus_dead_letters_messages',
    'Messages that were given up',
    () => ofTopics((topic) => messageBus.deadLetterCount(topic)),
    ['topic'],
  );
  metrics.gauge(
    'subscriber_state',
    '1 for the state that the subscriber is in; silent: no process works for it',
    async () => {
      const statuses = await readSubscriberStatuses(database);
      return statuses.map((status) => ({ labels: { name: status.name, state: stateNow(status) }, value: 1 }));
    },
    ['name', 'state'],
  );
  metrics.gauge(
    'subscriber_lag_seconds',
    'Age of the first event that waits for the subscriber, and where no process works for it the time since one did',
    async () => {
      const statuses = await readSubscriberStatuses(database);
      return statuses.map((status) => ({ labels: { name: status.name }, value: lagOf(status) }));
    },
    ['name'],
  );
  metrics.gauge(
    'subscriber_events_set_aside',
    'Events that the subscriber skips by decision of the operator',
    async () => {
      const events = Map.groupBy(await listSetAside(database), ({ subscriber }) => subscriber);
      return [...events].map(([name, of]) => ({ labels: { name }, value: of.length }));
    },
    ['name'],
  );
  metrics.gauge(
    'data_free_bytes',
    'Free space where DATA_DIR of this process lies',
    async () => (await spaceOf(dataDir)).free,
  );
  metrics.gauge(
    'data_size_bytes',
    'All space where DATA_DIR of this process lies',
    async () => (await spaceOf(dataDir)).size,
  );
}

const ofTopics = (read: (topic: string) => Promise<number>): Promise<GaugeReading> =>
  Promise.all(TOPICS.map(async (topic) => ({ labels: { topic }, value: await read(topic) })));

async function ofPriorities(messageBus: MessageBus, valueOf: (waiting: Waiting) => number): Promise<GaugeReading> {
  const readings = TOPICS.map(async (topic) => {
    const waiting = await messageBus.waiting(topic);
    return waiting.map((one) => ({ labels: { topic, priority: `${one.priority}` }, value: valueOf(one) }));
  });
  return (await Promise.all(readings)).flat();
}
