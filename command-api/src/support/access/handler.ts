import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isSupportAccessEvent, type SupportAccessEvent } from '@clearcut/schemas/support/access-events';
import { createCommandHandler, type CommandHandler } from '../../kernel/command-handler.ts';
import { accessAggregate, type AccessState, holdUntilOf } from '../domain/access.ts';

export type AccessHandler = CommandHandler<AccessState, SupportAccessEvent>;

export function createAccessHandler(eventStore: EventStore<ClearcutEvent>): AccessHandler {
  return createCommandHandler({
    eventStore,
    aggregate: accessAggregate,
    category: 'supportAccess',
    owns: isSupportAccessEvent,
  });
}

/** Whether a support hold lasts beyond `now`. Reads the log, so it is current. */
export async function isHeld(handler: AccessHandler, transactionId: string, now: Date): Promise<boolean> {
  const { state } = await handler.load(transactionId);
  const until = holdUntilOf(state);
  return until !== null && until > now.toISOString();
}
