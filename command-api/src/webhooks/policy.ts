import type { Database, Tx } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { queueMail } from '../mails/index.ts';
import type { TransactionHandler } from '../transaction/index.ts';
import { finishedBatch } from './batches.ts';
import { giveUp, queueMessage } from './delivery/messages.ts';
import { type Fact, factOf } from './facts.ts';
import type { EndpointHandler } from './handler.ts';
import { eraseEndpoint, findEndpoint, findRequestEndpoint, hasEndpoints, listEndpoints } from './store.ts';

export interface PolicyDeps {
  readonly endpoints: EndpointHandler;
  readonly transactions: Pick<TransactionHandler, 'load'>;
  readonly findAdmins: (
    tx: Tx,
    teamId: string,
  ) => Promise<readonly { readonly userId: string; readonly email: string; readonly language: string }[]>;
  readonly origin: () => string;
}

/**
 * Queued with the checkpoint, so exactly once. Mails admins when we disable an endpoint, and erases data of removed
 * ones.
 */
export function startWebhooksPolicy({
  eventStore,
  database,
  log,
  ...deps
}: PolicyDeps & {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly log: Logger;
}): Subscriber {
  return startSubscriber({
    name: 'webhooks-policy',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['transaction', 'creditPool', 'webhookEndpoint'] },
    log,
    async handle(tx, events) {
      if (!(await hasEndpoints(tx))) return;
      for (const recorded of events) {
        if (recorded.stream.startsWith('webhookEndpoint-')) await follow(tx, recorded, deps);
        else {
          const fact = await factOf(recorded, deps);
          if (fact !== undefined) await queueForEndpoints(tx, recorded, fact, deps);
          const finished = await finishedBatch(tx, recorded.event, deps.origin());
          if (finished !== undefined) await queueForEndpoints(tx, recorded, finished, deps);
        }
      }
    },
  });
}

async function queueForEndpoints(
  tx: Tx,
  { id, recordedAt, metadata }: RecordedEvent<ClearcutEvent>,
  { type, teamId, subject, data }: Fact,
  { endpoints }: PolicyDeps,
): Promise<void> {
  const body = JSON.stringify({ type, timestamp: metadata.occurredAt, data });
  const queue = (endpointId: string): Promise<void> =>
    queueMessage(tx, { id: derivedId('webhook', id, endpointId, type), endpointId, type, subject, body });
  for (const { id: endpointId, createdAt } of await listEndpoints(tx, teamId)) {
    // Ignores events older than the endpoint, such as when an installation first follows the log.
    if (recordedAt < createdAt) continue;
    const { state } = await endpoints.load(endpointId);
    const isWanted = state?.isRemoved === false && state.disabledBecause === null && state.types.includes(type);
    if (isWanted) await queue(endpointId);
  }
  const ofRequest = subject === null ? undefined : await findRequestEndpoint(tx, subject);
  if (ofRequest?.teamId === teamId) await queue(ofRequest.id);
}

async function follow(
  tx: Tx,
  { event }: RecordedEvent<ClearcutEvent>,
  { endpoints, findAdmins }: PolicyDeps,
): Promise<void> {
  if (event.type === 'WebhookEndpointRemoved') return eraseEndpoint(tx, event.data.endpointId);
  if (event.type !== 'WebhookEndpointDisabled') return;
  const { endpointId, reason } = event.data;
  const row = await findEndpoint(tx, endpointId);
  if (row === undefined) return;
  // If re-enabled meanwhile, it sends what waits.
  if ((await endpoints.load(endpointId)).state?.disabledBecause !== null) await giveUp(tx, endpointId);
  if (reason === 'user') return;
  const facts = { host: new URL(row.url).host };
  for (const { userId, email: recipient, language } of await findAdmins(tx, row.teamId)) {
    await queueMail(tx, { kind: 'webhook-disabled', recipient, userId, language, facts });
  }
}
