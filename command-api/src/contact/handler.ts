import type { EventStore } from '@clearcut/platform/event-store/port';
import { type ContactEvent, isContactEvent } from '@clearcut/schemas/contact/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import { messageDecider, type MessageCommand, type MessageState } from './domain/message.ts';

export type MessageHandler = CommandHandler<MessageState, MessageCommand, ContactEvent>;

export function createMessageHandler(eventStore: EventStore<ClearcutEvent>): MessageHandler {
  return createCommandHandler({
    eventStore,
    decider: messageDecider,
    category: 'contactMessage',
    owns: isContactEvent,
  });
}
