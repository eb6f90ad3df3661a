import type { Config } from '../config/config.ts';
import { databaseCheck } from '../database/check.ts';
import { type ServerCheck, UnusableServerError } from '../server-check.ts';

/**
 * Loads clients lazily.
 * @throws UnusableServerError with a sentence
 */
export async function serversOf({
  databaseUrl,
  ownsDatabase,
  eventStoreUrl,
  kafka,
  blobStore,
  smtp,
}: Config): Promise<ServerCheck[]> {
  const servers: ServerCheck[] = [];
  if (databaseUrl !== undefined) servers.push(databaseCheck(databaseUrl, ownsDatabase));
  if (eventStoreUrl !== undefined) {
    const { kurrentDbCheck } = await import('../event-store/kurrentdb/check.ts');
    servers.push(readable('EVENT_STORE_URL', () => kurrentDbCheck(eventStoreUrl)));
  }
  if (kafka !== undefined) {
    const { kafkaCheck } = await import('../message-bus/kafka/check.ts');
    servers.push(kafkaCheck(kafka));
  }
  if (blobStore !== undefined) {
    const { s3Check } = await import('../blob-store/s3/check.ts');
    servers.push(s3Check(blobStore));
  }
  if (smtp !== undefined) {
    const { smtpCheck } = await import('../mail/smtp/check.ts');
    servers.push(smtpCheck(smtp.url));
  }
  return servers;
}

function readable(setting: string, open: () => ServerCheck): ServerCheck {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof UnusableServerError)) throw error;
    throw new UnusableServerError(`The setting ${setting} cannot be used: ${error.message}.`, { cause: error });
  }
}
