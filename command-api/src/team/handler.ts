import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isTeamEvent, type TeamEvent } from '@clearcut/schemas/team/events';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import { teamAggregate, type TeamState } from './domain/team.ts';

export type TeamHandler = CommandHandler<TeamState, TeamEvent>;

export function createTeamHandler(eventStore: EventStore<ClearcutEvent>): TeamHandler {
  return createCommandHandler({
    eventStore,
    aggregate: teamAggregate,
    category: 'team',
    owns: isTeamEvent,
  });
}
