import { setTimeout as delay } from 'node:timers/promises';
import { eventId } from '@clearcut/platform/event-store/event-id';
import { type EventStore, type StreamName, VersionConflictError } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Aggregate, Decision } from './aggregate.ts';
import type { CommandContext } from './command-context.ts';
import { createFolds } from './folds.ts';

export interface Handled<State, Event> {
  readonly state: State;
  /** Stream version of `state`; 0 without a stream. */
  readonly version: number;
  /** Empty when the command had taken effect before. */
  readonly events: readonly Event[];
}

/** This many lost races in a row mean a fault. */
const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 200;

export interface Loaded<State> {
  readonly state: State;
  readonly version: number;
  readonly beganAt?: string | undefined;
  /** Whether the state includes an event. Omitted where only the decision recognises repeats. */
  has?(eventId: string): boolean;
}

interface HandleOptions<State, Event> {
  /** For streams too long to fold. Default: cached folds. */
  readonly load?: () => Promise<Loaded<State>>;
  /** Must precede the events, such as storing a blob. Called once, and only if the command appends. */
  readonly beforeAppend?: (events: readonly Event[], after: State) => Promise<void>;
}

export interface CommandHandler<State, Event> {
  load(id: string): Promise<Loaded<State>>;
  /**
   * Retries when another command won.
   * @throws CatalogueError from the decision; VersionConflictError; what the store and `beforeAppend` throw
   */
  handle(
    id: string,
    decide: Decision<State, Event>,
    context: CommandContext,
    options?: HandleOptions<State, Event>,
  ): Promise<Handled<State, Event>>;
}

export function createCommandHandler<State, Event extends ClearcutEvent>({
  eventStore,
  aggregate,
  category,
  owns,
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly aggregate: Aggregate<State, Event>;
  readonly category: string;
  readonly owns: (event: ClearcutEvent) => event is Event;
}): CommandHandler<State, Event> {
  const streamOf = (id: string): StreamName => `${category}-${id}`;
  const folds = createFolds({ eventStore, aggregate, owns });
  const loadFold = (id: string): Promise<Loaded<State>> => folds.load(streamOf(id));

  async function attempt(
    id: string,
    decide: Decision<State, Event>,
    context: CommandContext,
    options: HandleOptions<State, Event>,
  ): Promise<Handled<State, Event>> {
    const loaded = await (options.load?.() ?? loadFold(id));
    const { state, version } = loaded;
    const events = decide(state, context.now);
    // Later events may hide that this command, such as an undo, took effect.
    const isRepeat = loaded.has?.(eventId(context.commandId, 0)) === true;
    if (events.length === 0 || isRepeat) return { state, version, events: [] };
    const after = events.reduce(aggregate.evolve, state);
    await options.beforeAppend?.(events, after);
    const { correlationId, causationId, actor, now, work } = context;
    const common = { correlationId, causationId, actor, occurredAt: now.toISOString() };
    const metadata = work === undefined || work === null ? common : { ...common, work };
    const result = await eventStore.append(
      streamOf(id),
      version,
      events.map((event, index) => ({ id: eventId(context.commandId, index), event, metadata })),
    );
    // Another attempt of this command won, or another command took its id.
    if (result.outcome === 'duplicate') return attempt(id, decide, context, options);
    return { state: after, version: result.version, events };
  }

  return {
    load: loadFold,
    async handle(id, decide, context, { beforeAppend, ...rest } = {}) {
      const options = beforeAppend === undefined ? rest : { ...rest, beforeAppend: once(beforeAppend) };
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(id, decide, context, options);
        } catch (error) {
          if (!(error instanceof VersionConflictError) || tries === MAX_ATTEMPTS) throw error;
          // Jitter, so that collided commands do not collide again.
          await delay(Math.random() * Math.min(MAX_PAUSE_MS, 5 * 2 ** tries));
        }
      }
    },
  };
}

/** Loads only after a lost race. For decisions that stay empty or refused in every later state. */
export function startingWith<State>(known: Loaded<State>, load: () => Promise<Loaded<State>>): typeof load {
  let isFirst = true;
  return async () => {
    if (!isFirst) return load();
    isFirst = false;
    return known;
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
