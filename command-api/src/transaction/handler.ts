import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isTransactionEvent, type TransactionEvent } from '@clearcut/schemas/transaction/events';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import { createTurns } from '../kernel/serialize-by-key.ts';
import { pictureAggregate, type TransactionState } from './domain/picture.ts';

export type TransactionHandler = CommandHandler<TransactionState, TransactionEvent>;

/** Serialises a picture's commands within the process: rapid strokes would collide repeatedly. */
export function createTransactionHandler(eventStore: EventStore<ClearcutEvent>): TransactionHandler {
  const inTurn = createTurns();
  const handler = createCommandHandler({
    eventStore,
    aggregate: pictureAggregate,
    category: 'transaction',
    owns: isTransactionEvent,
  });
  return {
    load: (id) => handler.load(id),
    handle: (id, ...rest) => inTurn(id, () => handler.handle(id, ...rest)),
  };
}
