import { setTimeout as delay } from 'node:timers/promises';
import { eventId } from '@clearcut/platform/event-store/event-id';
import { type EventStore, type StreamName, VersionConflictError } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { CommandContext } from './command-context.ts';
import type { Decider } from './decider.ts';
import { createFolds } from './folds.ts';

export interface Handled<State, Event> {
  readonly state: State;
  /** Stream version of `state`; 0 without a stream. */
  readonly version: number;
  /** Empty when the command had taken effect before. */
  readonly events: readonly Event[];
}

/** So many lost races in a row mean a fault. */
const MAX_ATTEMPTS = 12;
const LONGEST_PAUSE_MS = 200;

export interface Loaded<State> {
  readonly state: State;
  readonly version: number;
  /** Whether the state includes an event. Omitted where only the decider recognises repeats. */
  has?(eventId: string): boolean;
}

interface HandleOptions<Event> {
  /** Must precede the events, such as storing a blob. Called once, and only if the command appends. */
  readonly beforeAppend?: (events: readonly Event[]) => Promise<void>;
}

export interface CommandHandler<State, Command, Event> {
  load(id: string): Promise<Loaded<State>>;
  /**
   * Retries when another command won.
   * @throws CatalogueError from the decision; VersionConflictError; what the store and `beforeAppend` throw
   */
  handle(
    id: string,
    command: Command,
    context: CommandContext,
    options?: HandleOptions<Event>,
  ): Promise<Handled<State, Event>>;
}

export function createCommandHandler<State, Command, Event extends ClearcutEvent>(options: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly decider: Decider<State, Command, Event>;
  readonly category: string;
  readonly owns: (event: ClearcutEvent) => event is Event;
  /** For streams too long to fold. Default: cached folds. */
  readonly load?: (id: string, command?: Command) => Promise<Loaded<State>>;
}): CommandHandler<State, Command, Event> {
  const { eventStore, decider, category } = options;
  const streamOf = (id: string): StreamName => `${category}-${id}`;
  const folds = createFolds(options);
  const { load = (id: string) => folds.load(streamOf(id)) } = options;

  async function attempt(
    id: string,
    command: Command,
    context: CommandContext,
    beforeAppend: HandleOptions<Event>['beforeAppend'],
  ): Promise<Handled<State, Event>> {
    const loaded = await load(id, command);
    const { state, version } = loaded;
    const events = decider.decide(command, state);
    // Later events may hide that this command, such as an undo, took effect.
    const isRepeat = loaded.has?.(eventId(context.commandId, 0)) === true;
    if (events.length === 0 || isRepeat) return { state, version, events: [] };
    await beforeAppend?.(events);
    const { correlationId, causationId, actor, now, work } = context;
    const common = { correlationId, causationId, actor, occurredAt: now.toISOString() };
    const metadata = work === undefined || work === null ? common : { ...common, work };
    const result = await eventStore.append(
      streamOf(id),
      version,
      events.map((event, index) => ({ id: eventId(context.commandId, index), event, metadata })),
    );
    // Another attempt of this command won, or another command took its id.
    if (result.outcome === 'duplicate') return attempt(id, command, context, beforeAppend);
    return { state: events.reduce(decider.evolve, state), version: result.version, events };
  }

  return {
    load: (id) => load(id),
    async handle(id, command, context, { beforeAppend } = {}) {
      const first = beforeAppend && once(beforeAppend);
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(id, command, context, first);
        } catch (error) {
          if (!(error instanceof VersionConflictError) || tries === MAX_ATTEMPTS) throw error;
          // Jitter, so that collided commands do not collide again.
          await delay(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** tries));
        }
      }
    },
  };
}

function once<Args extends unknown[]>(work: (...args: Args) => Promise<void>): (...args: Args) => Promise<void> {
  let isDone = false;
  return async (...args) => {
    if (isDone) return;
    await work(...args);
    isDone = true;
  };
}
