import type { EventStore } from '@clearcut/platform/event-store/port';
import { type ApiKeyEvent, isApiKeyEvent } from '@clearcut/schemas/api-keys/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import { apiKeyAggregate, type ApiKeyState } from './domain/api-key.ts';

export type ApiKeyHandler = CommandHandler<ApiKeyState, ApiKeyEvent>;

export function createApiKeyHandler(eventStore: EventStore<ClearcutEvent>): ApiKeyHandler {
  return createCommandHandler({ eventStore, aggregate: apiKeyAggregate, category: 'apiKey', owns: isApiKeyEvent });
}
