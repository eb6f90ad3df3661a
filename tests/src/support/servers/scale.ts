import { createHash } from 'node:crypto';
import { startKafka } from './kafka.ts';
import { S3_CREDENTIALS, startS3Server } from './s3.ts';
import { whenAvailable } from './when-available.ts';

/** Whether the products of tests use Kafka and S3. */
export const isScaleRun = process.env['SCALE_TESTS'] === '1';

/** Whether this machine can run the servers, found out by starting them; prints the reason if not. */
export async function canHaveScaleServers(): Promise<boolean> {
  const servers = await whenAvailable('The scale configuration', startServers);
  await Promise.all((servers ?? []).map((server) => server.stop()));
  return servers !== undefined;
}

const startServers = () => Promise.all([startKafka(), startS3Server()]);

/**
 * Vitest's global set-up: with SCALE_TESTS=1 (`npm run test:scale`) every product of a test keeps blobs in S3 and jobs
 * in Kafka. Ends the run with a message where the servers are unavailable.
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
 * Settings for an installation on shared servers besides their addresses: its own topics and streams. Empty in other
 * runs.
 *
 * @param place of the installation's data; the same place, started again, finds them again
 */
export function ownNames(place: string): Record<string, string> {
  const name = createHash('sha256').update(place).digest('hex').slice(0, 12);
  const log = process.env['EVENT_STORE_URL'] ?? '';
  return {
    ...(process.env['KAFKA_BROKERS'] === undefined ? {} : { KAFKA_TOPIC_PREFIX: `${name}.` }),
    ...(log === '' ? {} : { EVENT_STORE_URL: `${log}${log.includes('?') ? '&' : '?'}streamPrefix=${name}.` }),
  };
}

/** For tests that read the log's tables: their log is always in PostgreSQL. */
export const LOG_IN_POSTGRES = { EVENT_STORE_URL: '' } as const;
