import type { EventStore } from '@clearcut/platform/event-store/port';
import { type AttributionEvent, isAttributionEvent } from '@clearcut/schemas/attribution/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import { attributionDecider, type AttributionCommand, type AttributionState } from './domain/attribution.ts';

export type AttributionHandler = CommandHandler<AttributionState, AttributionCommand, AttributionEvent>;

export function createAttributionHandler(eventStore: EventStore<ClearcutEvent>): AttributionHandler {
  return createCommandHandler({
    eventStore,
    decider: attributionDecider,
    category: 'attribution',
    owns: isAttributionEvent,
  });
}
