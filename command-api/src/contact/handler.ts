import type { EventStore } from '@clearcut/platform/event-store/port';
import { type ContactEvent, isContactEvent } from '@clearcut/schemas/contact/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import { messageAggregate, type MessageState } from './domain/message.ts';

export type MessageHandler = CommandHandler<MessageState, ContactEvent>;

export function createMessageHandler(eventStore: EventStore<ClearcutEvent>): MessageHandler {
  return createCommandHandler({
    eventStore,
    aggregate: messageAggregate,
    category: 'contactMessage',
    owns: isContactEvent,
  });
}
