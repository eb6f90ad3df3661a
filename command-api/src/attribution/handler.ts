import type { EventStore } from '@clearcut/platform/event-store/port';
import { type AttributionEvent, isAttributionEvent } from '@clearcut/schemas/attribution/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import { attributionAggregate, type AttributionState } from './domain/attribution.ts';

export type AttributionHandler = CommandHandler<AttributionState, AttributionEvent>;

export function createAttributionHandler(eventStore: EventStore<ClearcutEvent>): AttributionHandler {
  return createCommandHandler({
    eventStore,
    aggregate: attributionAggregate,
    category: 'attribution',
    owns: isAttributionEvent,
  });
}
