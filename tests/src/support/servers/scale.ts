import { createHash } from 'node:crypto';
import { startKafka } from './kafka.ts';
import { S3_CREDENTIALS, startS3Server } from './s3.ts';
import { whenAvailable } from './when-available.ts';

/** Whether products that tests start have Kafka and S3 behind their ports. */
export const isScaleRun = process.env['SCALE_TESTS'] === '1';

/** Whether this machine can have the servers, said on the terminal when it cannot: found out by starting them. */
export async function canHaveScaleServers(): Promise<boolean> {
  const servers = await whenAvailable('The scale configuration', startServers);
  await Promise.all((servers ?? []).map((server) => server.stop()));
  return servers !== undefined;
}

const startServers = () => Promise.all([startKafka(), startS3Server()]);

/**
 * Global set-up of vitest: with SCALE_TESTS=1 (`npm run test:scale`) every product that a test starts keeps its blobs in S3 and sends its jobs
 * through Kafka. On a machine that cannot have the servers, the run ends saying so.
 */
export default async function startScaleServers(): Promise<(() => Promise<void>) | undefined> {
  if (!isScaleRun) return undefined;
  const servers = await whenAvailable('The scale configuration', startServers);
  if (servers === undefined) throw new Error('The tests of the scale configuration need Java and Maven Central.');
  const [kafka, s3] = servers;
  Object.assign(process.env, S3_CREDENTIALS, { KAFKA_BROKERS: kafka.brokers, BLOB_STORE_URL: s3.url });
  return async () => {
    await Promise.all([kafka.stop(), s3.stop()]);
  };
}

/**
 * What an installation needs on servers that tests share beside their addresses: topics and streams of its own. Nothing in other runs.
 *
 * @param place where the installation keeps its data: the same one, started again, finds its own again
 */
export function ownNames(place: string): Record<string, string> {
  const name = createHash('sha256').update(place).digest('hex').slice(0, 12);
  const log = process.env['EVENT_STORE_URL'] ?? '';
  return {
    ...(process.env['KAFKA_BROKERS'] === undefined ? {} : { KAFKA_TOPIC_PREFIX: `${name}.` }),
    ...(log === '' ? {} : { EVENT_STORE_URL: `${log}${log.includes('?') ? '&' : '?'}streamPrefix=${name}.` }),
  };
}

/** For tests that look into the tables of the log: theirs is in PostgreSQL wherever the others' is. */
export const LOG_IN_POSTGRES = { EVENT_STORE_URL: '' } as const;
