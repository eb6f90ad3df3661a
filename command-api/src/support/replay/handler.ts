import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isReplayEvent, type ReplayEvent } from '@clearcut/schemas/support/replay/events';
import { type CommandHandler, createCommandHandler } from '../../kernel/command-handler.ts';
import { type ReplayCommand, replayDecider, type ReplayProgress } from '../domain/replay.ts';

export type ReplayHandler = CommandHandler<ReplayProgress, ReplayEvent, ReplayCommand>;

export const createReplayHandler = (eventStore: EventStore<ClearcutEvent>): ReplayHandler =>
  createCommandHandler({
    eventStore,
    aggregate: replayDecider,
    decide: replayDecider.decide,
    category: 'replay',
    owns: isReplayEvent,
  });
