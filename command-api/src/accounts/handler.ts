import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isAccountEvent, type AccountEvent } from '@clearcut/schemas/identity/events';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import { accountAggregate, type AccountState } from './domain/account.ts';

export type AccountHandler = CommandHandler<AccountState, AccountEvent>;

export function createAccountHandler(eventStore: EventStore<ClearcutEvent>): AccountHandler {
  return createCommandHandler({
    eventStore,
    aggregate: accountAggregate,
    category: 'account',
    owns: isAccountEvent,
  });
}
