import { setTimeout as delay } from 'node:timers/promises';
import type { Admin } from 'kafkajs';

const BROKER_DEFAULT = -1;
const LEADER_RETRY_MS = 100;
const LEADER_TRIES = 100;

export function topicMaker(admin: Admin): (topic: string) => Promise<void> {
  const made = new Map<string, Promise<void>>();
  return (topic) => {
    const known = made.get(topic);
    if (known !== undefined) return known;
    const making = makeTopic(admin, topic);
    made.set(topic, making);
    making.catch(() => made.delete(topic));
    return making;
  };
}

async function makeTopic(admin: Admin, topic: string): Promise<void> {
  const settings = { topic, numPartitions: BROKER_DEFAULT, replicationFactor: BROKER_DEFAULT };
  await admin.createTopics({ topics: [settings], waitForLeaders: false });
  // The client gives up at a broker that does not know the topic yet.
  for (let tries = 1; !(await hasLeaders(admin, topic)); tries++) {
    if (tries === LEADER_TRIES) throw new Error(`Kafka has no leader for ${topic}`);
    await delay(LEADER_RETRY_MS);
  }
}

async function hasLeaders(admin: Admin, topic: string): Promise<boolean> {
  const found = await admin.fetchTopicMetadata({ topics: [topic] }).catch((error: unknown) => {
    if (error instanceof Error && 'retriable' in error && error.retriable === true) return undefined;
    throw error;
  });
  return found?.topics[0]?.partitions.every(({ leader }) => leader >= 0) ?? false;
}
