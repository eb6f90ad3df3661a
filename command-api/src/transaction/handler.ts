import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { transactionEvents, type TransactionEvent } from '@clearcut/schemas/transaction/events';
import { createCommandHandler, type CommandHandler } from '../command-handler.ts';
import { transactionDecider, type TransactionCommand, type TransactionState } from './transaction.ts';

export type TransactionHandler = CommandHandler<TransactionState, TransactionCommand, TransactionEvent>;

const types = new Set<string>(transactionEvents.map(({ type }) => type));

export function createTransactionHandler(eventStore: EventStore<ClearcutEvent>): TransactionHandler {
  return createCommandHandler({
    eventStore,
    decider: transactionDecider,
    category: 'transaction',
    owns: (event): event is TransactionEvent => types.has(event.type),
  });
}
