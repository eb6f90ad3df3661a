import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isReplayEvent, type ReplayEvent } from '@clearcut/schemas/support/replay/events';
import { type CommandHandler, createCommandHandler } from '../../kernel/command-handler.ts';
import { replayAggregate, type ReplayProgress } from '../domain/replay.ts';

export type ReplayHandler = CommandHandler<ReplayProgress, ReplayEvent>;

export const createReplayHandler = (eventStore: EventStore<ClearcutEvent>): ReplayHandler =>
  createCommandHandler({
    eventStore,
    aggregate: replayAggregate,
    category: 'replay',
    owns: isReplayEvent,
  });
