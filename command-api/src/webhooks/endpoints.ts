import { randomUUID } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { WEBHOOKS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type {
  ChangeWebhook,
  NewWebhook,
  WebhookMessage,
  WebhookSecret,
  WebhookView,
} from '@clearcut/schemas/webhooks/http';
import type { CommandContext } from '../kernel/command-context.ts';
import type { Secret } from '../kernel/secret.ts';
import { HOUR_MS } from '../kernel/time.ts';
import type { AddressPolicy } from '../outgoing/index.ts';
import { readAddress } from './address.ts';
import { listMessages, queueMessage, sendAgain } from './delivery/messages.ts';
import * as decide from './domain/endpoint.ts';
import type { EndpointHandler } from './handler.ts';
import { signingSecret } from './signatures.ts';
import {
  type EndpointRow,
  eraseEndpoint,
  eraseUnadded,
  findEndpoint,
  forgetFailures,
  keepEndpoint,
  listEndpoints,
} from './store.ts';

export interface WebhookDeps {
  readonly database: Database;
  readonly endpoints: EndpointHandler;
  readonly secret: Secret;
  /** Throttles manual sends. @throws CatalogueError too_many_requests */
  readonly countWebhook: (teamId: string, host: string) => Promise<void>;
  readonly policy: AddressPolicy;
}

type Stored = Pick<WebhookDeps, 'database' | 'endpoints'>;
type By = Omit<CommandContext, 'commandId'>;

const withId = (by: By): CommandContext => ({ ...by, commandId: by.causationId });

/**
 * Stores the address first: without an event it receives nothing.
 * @throws CatalogueError validation_failed, too_many_webhooks, idempotency_key_reused
 */
export async function addEndpoint(
  { database, endpoints, secret, policy }: WebhookDeps,
  teamId: string,
  { url, types }: NewWebhook,
  { idempotencyKey, ...by }: By & { readonly idempotencyKey: string | undefined },
): Promise<WebhookSecret> {
  const address = readAddress(url, policy, 'url');
  const id =
    idempotencyKey === undefined ? randomUUID() : derivedId('add-webhook', teamId, by.actor.id, idempotencyKey);
  const add = decide.addEndpoint({ endpointId: id, teamId, types });
  const before = (await endpoints.load(id)).state;
  // A removed endpoint keeps no address.
  add(before, by.now);
  const keep = () => keepEndpoint(database, { id, teamId, url: address, isAdded: before !== null });
  const kept = (await keep()) ?? ((await eraseInterrupted({ database, endpoints }, teamId)) ? await keep() : undefined);
  if (kept === undefined) throw new CatalogueError('too_many_webhooks');
  if (kept !== address) throw new CatalogueError('idempotency_key_reused');
  const { state } = await endpoints.handle(id, add, withId(by));
  return secretOf(secret, id, state);
}

/** Erases addresses that a crash left without an event, which count towards the limit unseen. */
async function eraseInterrupted({ database, endpoints }: Stored, teamId: string): Promise<boolean> {
  const rows = await listEndpoints(database, teamId);
  const states = await Promise.all(rows.map(async ({ id }) => ({ id, ...(await endpoints.load(id)) })));
  const ids = states.flatMap(({ id, state }) => (state === null ? [id] : []));
  return eraseUnadded(database, ids);
}

/** Newest first. */
export async function viewsOf({ database, endpoints }: Stored, teamId: string): Promise<WebhookView[]> {
  const rows = await listEndpoints(database, teamId);
  const views = await Promise.all(
    rows.map(async (row) => {
      const { state } = await endpoints.load(row.id);
      return state === null || state.isRemoved ? [] : [viewOf(row, state)];
    }),
  );
  return views.flat();
}

function viewOf(
  { id, url, createdAt, failingSince }: EndpointRow,
  { types, disabledBecause }: decide.KnownEndpoint,
): WebhookView {
  return {
    id,
    url,
    types: [...types],
    isEnabled: disabledBecause === null,
    disabledBecause,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** @throws CatalogueError webhook_not_found */
export async function changeEndpoint(
  { database, endpoints }: WebhookDeps,
  of: { readonly endpointId: string; readonly teamId: string },
  { types, isEnabled }: ChangeWebhook,
  by: By,
): Promise<void> {
  await ownEndpoint({ database, endpoints }, of);
  const { endpointId } = of;
  const within = (step: string): CommandContext => ({ ...by, commandId: `${by.causationId}/${step}` });
  if (types !== undefined) await endpoints.handle(endpointId, decide.changeTypes(of, types), within('types'));
  if (isEnabled === true) {
    await forgetFailures(database, endpointId);
    await endpoints.handle(endpointId, decide.enableEndpoint(of), within('enable'));
  }
  if (isEnabled === false) {
    await endpoints.handle(endpointId, decide.disableEndpoint(of, 'user'), within('disable'));
  }
}

/** The previous secret stays valid for a day; a repeat answers the newest. @throws CatalogueError webhook_not_found */
export async function rotateSecret(
  { endpoints, secret }: WebhookDeps,
  of: { readonly endpointId: string; readonly teamId: string },
  { idempotencyKey, ...by }: By & { readonly idempotencyKey: string | undefined },
): Promise<WebhookSecret> {
  const oldValidUntil = new Date(by.now.getTime() + WEBHOOKS.overlapHours * HOUR_MS).toISOString();
  const { endpointId: id } = of;
  const commandId =
    idempotencyKey === undefined ? by.causationId : derivedId('rotate-webhook', id, by.actor.id, idempotencyKey);
  const { state } = await endpoints.handle(id, decide.rotateSecret(of, oldValidUntil), { ...by, commandId });
  return secretOf(secret, id, state);
}

const secretOf = (secret: Secret, id: string, state: decide.EndpointState): WebhookSecret => ({
  id,
  secret: signingSecret(secret, id, state?.version ?? 1),
  oldValidUntil: state?.old[0]?.validUntil ?? null,
});

/** @throws CatalogueError webhook_not_found */
export async function removeEndpoint(
  { database, endpoints }: WebhookDeps,
  of: { readonly endpointId: string; readonly teamId: string },
  by: By,
): Promise<void> {
  await endpoints.handle(of.endpointId, decide.removeEndpoint(of), withId(by));
  await eraseEndpoint(database, of.endpointId);
}

/** @throws CatalogueError webhook_not_found */
export async function messagesOf(
  deps: WebhookDeps,
  of: { readonly endpointId: string; readonly teamId: string },
): Promise<WebhookMessage[]> {
  await ownEndpoint(deps, of);
  return listMessages(deps.database, of.endpointId);
}

/** Returns the message's id. @throws CatalogueError webhook_not_found, webhook_disabled, too_many_requests */
export async function sendTest(
  deps: WebhookDeps,
  of: { readonly endpointId: string; readonly teamId: string },
): Promise<string> {
  await mayBeSent(deps, of);
  const { endpointId } = of;
  const id = randomUUID();
  const body = JSON.stringify({ type: 'test', timestamp: new Date().toISOString(), data: { webhookId: endpointId } });
  await queueMessage(deps.database, { id, endpointId, type: 'test', subject: null, body });
  return id;
}

/** @throws CatalogueError webhook_not_found, webhook_disabled, webhook_message_not_found, too_many_requests */
export async function repeatMessage(
  deps: WebhookDeps,
  of: { readonly endpointId: string; readonly teamId: string },
  messageId: string,
): Promise<void> {
  await mayBeSent(deps, of);
  if (!(await sendAgain(deps.database, of.endpointId, messageId)))
    throw new CatalogueError('webhook_message_not_found');
}

/** Throttled: the address may belong to a third party who has not asked for messages. */
async function mayBeSent(deps: WebhookDeps, of: Parameters<typeof ownEndpoint>[1]): Promise<void> {
  const { url, disabledBecause } = await ownEndpoint(deps, of);
  if (disabledBecause !== null) throw new CatalogueError('webhook_disabled');
  await deps.countWebhook(of.teamId, new URL(url).host);
}

async function ownEndpoint(
  { database, endpoints }: Stored,
  { endpointId, teamId }: { readonly endpointId: string; readonly teamId: string },
): Promise<decide.KnownEndpoint & Pick<EndpointRow, 'url'>> {
  const row = await findEndpoint(database, endpointId);
  const { state } = row?.teamId === teamId ? await endpoints.load(endpointId) : { state: null };
  if (row === undefined || state === null || state.isRemoved) throw new CatalogueError('webhook_not_found');
  return { ...state, url: row.url };
}
