import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isWebhookEvent, type WebhookEvent } from '@clearcut/schemas/webhooks/events';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import { endpointAggregate, type EndpointState } from './domain/endpoint.ts';

export type EndpointHandler = CommandHandler<EndpointState, WebhookEvent>;

export function createEndpointHandler(eventStore: EventStore<ClearcutEvent>): EndpointHandler {
  return createCommandHandler({
    eventStore,
    aggregate: endpointAggregate,
    category: 'webhookEndpoint',
    owns: isWebhookEvent,
  });
}
