import { randomUUID } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import { type Consumer, type MessageBus, UnprocessableMessageError } from '@clearcut/platform/message-bus/port';
import { WEBHOOKS } from '@clearcut/schemas/constants';
import { WEBHOOK_DELIVERIES, webhookTrySchema } from '@clearcut/schemas/webhooks/jobs';
import type { AddressPolicy } from '../../outgoing/index.ts';
import type { Secret } from '../../kernel/secret.ts';
import { DAY_MS } from '../../kernel/time.ts';
import { type DisabledBecause, disableEndpoint } from '../domain/endpoint.ts';
import type { EndpointHandler } from '../handler.ts';
import { secretsNow, signedHeaders, signingSecret } from '../signatures.ts';
import { eraseEndpoint } from '../store.ts';
import { findWaiting, giveUp, recordTry } from './messages.ts';
import { pauseAfter } from './pauses.ts';
import { isDelivered, post } from './post.ts';

export interface SenderDeps {
  readonly database: Database;
  readonly endpoints: EndpointHandler;
  readonly secret: Secret;
  readonly policy: AddressPolicy;
}

/** Tries mostly wait for the receiver. */
const CONCURRENCY = 16;
/** Crashes of processes during one try. */
const MAX_ATTEMPTS = 20;
const GONE = 410;

/** After a crash another process repeats the try: messages arrive at least once, with the same `webhook-id`. */
export function startSender(deps: SenderDeps & { readonly messageBus: Pick<MessageBus, 'consume'> }): Consumer {
  return deps.messageBus.consume({
    topic: WEBHOOK_DELIVERIES,
    concurrency: CONCURRENCY,
    maxAttempts: MAX_ATTEMPTS,
    handler: async ({ body }) => {
      const parsed = webhookTrySchema.safeParse(body);
      if (!parsed.success) throw new UnprocessableMessageError('This is no try of a webhook', { cause: parsed.error });
      await makeTry(deps, parsed.data.messageId, parsed.data.nth);
      return {};
    },
  });
}

async function makeTry(deps: SenderDeps, messageId: string, nth: number): Promise<void> {
  const { database, endpoints, secret, policy } = deps;
  const message = await findWaiting(database, messageId, nth);
  if (message === undefined) return;
  const { endpointId, keyId, url, body, failures } = message;
  const now = new Date();
  const secrets = keyId === null ? await secretsOf(deps, endpointId, now) : [signingSecret(secret, keyId, 1)];
  if (secrets === undefined) return giveUp(database, endpointId);
  const timestamp = Math.floor(now.getTime() / 1000);
  const headers = signedHeaders(secrets, { id: messageId, timestamp, body });
  const outcome = await post(url, body, headers, { policy });
  const pause = isDelivered(outcome) ? undefined : pauseAfter(failures + 1);
  const failingSince = await recordTry(database, message, nth, outcome, pause);
  if (keyId !== null) {
    if (outcome.status === GONE) await eraseEndpoint(database, endpointId);
  } else if (outcome.status === GONE) await disable(endpoints, endpointId, 'gone');
  else if (failingSince !== null && now.getTime() - failingSince.getTime() > WEBHOOKS.failingDays * DAY_MS) {
    await disable(endpoints, endpointId, 'failing');
  }
}

/** Undefined when it is disabled or removed. */
async function secretsOf(
  { endpoints, secret }: SenderDeps,
  endpointId: string,
  now: Date,
): Promise<readonly string[] | undefined> {
  const { state } = await endpoints.load(endpointId);
  const isOpen = state !== null && !state.isRemoved && state.disabledBecause === null;
  return isOpen ? secretsNow(secret, endpointId, state, now) : undefined;
}

/** Another policy notifies the admins. */
async function disable(endpoints: EndpointHandler, endpointId: string, reason: DisabledBecause): Promise<void> {
  const id = randomUUID();
  await endpoints.handle(endpointId, disableEndpoint({ endpointId, teamId: null }, reason), {
    commandId: id,
    correlationId: id,
    causationId: id,
    actor: { kind: 'system', id: 'webhooks' },
    now: new Date(),
  });
}
