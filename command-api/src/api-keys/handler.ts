import type { EventStore } from '@clearcut/platform/event-store/port';
import { type ApiKeyEvent, isApiKeyEvent } from '@clearcut/schemas/api-keys/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import { apiKeyDecider, type ApiKeyCommand, type ApiKeyState } from './domain/api-key.ts';

export type ApiKeyHandler = CommandHandler<ApiKeyState, ApiKeyCommand, ApiKeyEvent>;

export function createApiKeyHandler(eventStore: EventStore<ClearcutEvent>): ApiKeyHandler {
  return createCommandHandler({ eventStore, decider: apiKeyDecider, category: 'apiKey', owns: isApiKeyEvent });
}
