import { join } from 'node:path';
import { eventCodec, type ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { JOB_PRIORITY } from '@clearcut/schemas/transaction/jobs';
import { createDiskBlobStore } from './blob-store/disk/disk-blob-store.ts';
import type { BlobStore } from './blob-store/port.ts';
import { tracedBlobStore } from './blob-store/traced-blob-store.ts';
import { ConfigError, type Config } from './config/config.ts';
import { createDatabase, type Database } from './database/database.ts';
import { createKafkaEventFeed } from './event-feed/kafka/kafka-event-feed.ts';
import type { EventFeed } from './event-feed/port.ts';
import type { EventStore } from './event-store/port.ts';
import { createPostgresEventStore } from './event-store/postgres/postgres-event-store.ts';
import { tracedEventStore } from './event-store/traced-event-store.ts';
import type { HumanCheck } from './human-check/port.ts';
import { createTurnstile } from './human-check/turnstile.ts';
import { type Mailbox, openMailbox } from './mail/mailbox/mailbox.ts';
import type { MailTransport } from './mail/port.ts';
import { createKafkaMessageBus } from './message-bus/kafka/kafka-message-bus.ts';
import type { KafkaConnection } from './message-bus/kafka/kafka.ts';
import type { MessageBus } from './message-bus/port.ts';
import { createPostgresMessageBus } from './message-bus/postgres/postgres-message-bus.ts';
import { tracedMessageBus } from './message-bus/traced-message-bus.ts';
import type { Logger } from './telemetry/logger.ts';
import { noTracing, type Tracing } from './telemetry/tracing/port.ts';
import type { OpenIdConnectOptions } from './third-party-login/openid-connect/openid-connect.ts';
import type { ThirdParty } from './third-party-login/port.ts';

export interface Adapters {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly messageBus: MessageBus;
  readonly blobStore: BlobStore;
  readonly eventFeed: EventFeed<ClearcutEvent> | undefined;
  readonly tracing: Tracing;
  close(): Promise<void>;
}

/**
 * `name` appears in the database's list of connections.
 * @throws ConfigError without a database
 */
export async function createAdapters(config: Config, log: Logger, name: string): Promise<Adapters> {
  if (config.databaseUrl === undefined) {
    throw new ConfigError('The setting DATABASE_URL is missing: only `npm start` brings a database of its own.');
  }
  const database = createDatabase(config.databaseUrl, { name });
  const blobStore = await openBlobStore(config);
  const eventStore = config.eventStoreUrl
    ? await openKurrentDb(config.eventStoreUrl)
    : createPostgresEventStore({ database, codec: eventCodec });
  const kafka = await openKafka(config, log, name);
  const messageBus = kafka
    ? createKafkaMessageBus({ kafka, database, log, bulkFrom: JOB_PRIORITY.bulkRemoveBackground })
    : createPostgresMessageBus({ database, log });
  const tracing = await openTracing(config, log, name);
  return {
    database,
    eventStore: tracing ? tracedEventStore(eventStore, tracing) : eventStore,
    messageBus: tracing ? tracedMessageBus(messageBus, tracing) : messageBus,
    blobStore: tracing ? tracedBlobStore(blobStore, tracing) : blobStore,
    eventFeed: kafka && createKafkaEventFeed(kafka, eventCodec),
    tracing: tracing ?? noTracing,
    async close() {
      await Promise.all([eventStore.close(), messageBus.close()]);
      await kafka?.close();
      await database.close();
      await tracing?.close();
    },
  };
}

export interface Integrations {
  /** Undefined: mails are dropped. */
  readonly mail: MailTransport | undefined;
  readonly mailbox: Mailbox | undefined;
  readonly humanCheck: HumanCheck | undefined;
  /** Undefined: local logins only. */
  readonly thirdParty: ThirdParty | undefined;
}

interface IntegrationOptions {
  readonly config: Pick<Config, 'smtp' | 'sandbox' | 'turnstile' | 'oidc'>;
  readonly database: Database;
  /** Used when the settings name no issuer. */
  readonly sandboxLogin: Omit<OpenIdConnectOptions, 'callback'> | undefined;
  readonly callback: () => string;
}

export async function openIntegrations(options: IntegrationOptions): Promise<Integrations> {
  const { config, database, sandboxLogin, callback } = options;
  const { smtp, sandbox, turnstile, oidc } = config;
  const mailbox = sandbox && smtp === undefined ? await openMailbox(database) : undefined;
  const login = oidc === undefined ? sandboxLogin : { ...oidc, issuer: () => oidc.issuer };
  return {
    mail: smtp ? await openSmtp(smtp) : mailbox,
    mailbox,
    humanCheck: turnstile && createTurnstile(turnstile),
    thirdParty: login && (await openThirdParty({ ...login, callback })),
  };
}

// Large, so loaded lazily.

export async function openKurrentDb(url: string): Promise<EventStore<ClearcutEvent>> {
  const { createKurrentDbEventStore } = await import('./event-store/kurrentdb/kurrentdb-event-store.ts');
  return createKurrentDbEventStore({ url, codec: eventCodec });
}

async function openBlobStore({ blobStore, dataDir }: Config): Promise<BlobStore> {
  if (blobStore === undefined) return await createDiskBlobStore({ directory: join(dataDir, 'blobs') });
  const { createS3BlobStore } = await import('./blob-store/s3/s3-blob-store.ts');
  return await createS3BlobStore(blobStore);
}

async function openKafka({ kafka }: Config, log: Logger, name: string): Promise<KafkaConnection | undefined> {
  if (kafka === undefined) return undefined;
  const { connectKafka } = await import('./message-bus/kafka/kafka.ts');
  return connectKafka({ ...kafka, clientId: `clearcut-${name}`, log });
}

async function openTracing({ tracesEndpoint }: Config, log: Logger, service: string): Promise<Tracing | undefined> {
  if (tracesEndpoint === undefined) return undefined;
  const { createOpenTelemetry } = await import('./telemetry/tracing/opentelemetry/opentelemetry.ts');
  return createOpenTelemetry({ endpoint: tracesEndpoint, service, log });
}

async function openSmtp(smtp: NonNullable<Config['smtp']>): Promise<MailTransport> {
  const { createSmtpTransport } = await import('./mail/smtp/smtp-transport.ts');
  return createSmtpTransport(smtp);
}

async function openThirdParty(options: OpenIdConnectOptions): Promise<ThirdParty> {
  const { createOpenIdConnect } = await import('./third-party-login/openid-connect/openid-connect.ts');
  return createOpenIdConnect(options);
}
