import { Kafka, logLevel, type SASLOptions } from 'kafkajs';
import type { Config } from '../../config/config.ts';
import { type ServerCheck, throwOfServer, UnusableServerError } from '../../server-check.ts';

const CONNECT_LIMIT_MS = 3_000;

export function kafkaCheck({ brokers, tls, sasl }: NonNullable<Config['kafka']>): ServerCheck {
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId: 'clearcut-check',
    ssl: tls,
    // Typed per mechanism.
    ...(sasl === undefined ? {} : { sasl: sasl as SASLOptions }),
    connectionTimeout: CONNECT_LIMIT_MS,
    retry: { retries: 0 },
    logLevel: logLevel.NOTHING,
  });
  return {
    setting: 'KAFKA_BROKERS',
    part: 'message bus',
    address: brokers.join(','),
    async ask() {
      const admin = kafka.admin();
      try {
        await admin.connect();
        await admin.describeCluster();
      } catch (error) {
        if (isRefusal(error)) throw new UnusableServerError('it refuses the name or the password', { cause: error });
        throwOfServer(error);
      } finally {
        await admin.disconnect().catch(() => undefined);
      }
    },
    async close() {
      // One connection per check.
    },
  };
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'KafkaJSSASLAuthenticationError' || isRefusal(error.cause);
}
