import { setTimeout as delay } from 'node:timers/promises';
import { eventId } from '@clearcut/platform/event-store/event-id';
import { type EventStore, type StreamName, VersionConflictError } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Actor } from '@clearcut/schemas/events/metadata';
import type { Decider } from './decider.ts';

/** What surrounds a command: who gave it, when, and in the course of what. */
export interface CommandContext {
  /** A repeat of the command carries the same id: the ids of its events derive from it. */
  readonly commandId: string;
  readonly correlationId: string;
  /** The request or the event reacted to. */
  readonly causationId: string;
  readonly actor: Actor;
  readonly now: Date;
}

export interface Handled<State, Event> {
  readonly state: State;
  /** Version of the stream that `state` is the fold of; 0 when there is none. */
  readonly version: number;
  /** What this call appended; empty when the command had taken effect before. */
  readonly events: readonly Event[];
}

/** Each conflict means that another command won; that many in a row on one stream means that something is wrong. */
const MAX_ATTEMPTS = 12;
const LONGEST_PAUSE_MS = 200;

export interface Loaded<State> {
  readonly state: State;
  readonly version: number;
  /** Ids of the events that were read. */
  readonly eventIds?: ReadonlySet<string>;
}

export interface CommandHandler<State, Command, Event> {
  load(id: string): Promise<Loaded<State>>;
  /**
   * Loads, decides and appends at the version decided on; when somebody else appended first, does it all again.
   * @throws CatalogueError from the decision; VersionConflictError after too many conflicts; what the store throws
   */
  handle(id: string, command: Command, context: CommandContext): Promise<Handled<State, Event>>;
}

export function createCommandHandler<State, Command, Event extends ClearcutEvent>(options: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly decider: Decider<State, Command, Event>;
  readonly category: string;
  /** A stream of the category holds no other events than these. */
  readonly owns: (event: ClearcutEvent) => event is Event;
  /** For streams that are too long to be folded from their first event for each command. Default: that. */
  readonly load?: (id: string, command?: Command) => Promise<Loaded<State>>;
}): CommandHandler<State, Command, Event> {
  const { eventStore, decider, category } = options;
  const streamOf = (id: string): StreamName => `${category}-${id}`;

  async function loadAll(id: string): Promise<Loaded<State>> {
    let state = decider.initialState;
    let version = 0;
    const eventIds = new Set<string>();
    for (const { id: recordedId, event, stream, version: eventVersion } of await eventStore.readStream(streamOf(id))) {
      if (!options.owns(event)) throw new Error(`${event.type} does not belong into ${stream}`);
      state = decider.evolve(state, event);
      version = eventVersion;
      eventIds.add(recordedId);
    }
    return { state, version, eventIds };
  }

  const { load = loadAll } = options;

  async function attempt(id: string, command: Command, context: CommandContext): Promise<Handled<State, Event>> {
    const { state, version, eventIds } = await load(id, command);
    const events = decider.decide(command, state);
    // What has happened since may hide from the decider that this very command, an undo for instance, took effect before.
    const isRepeat = eventIds?.has(eventId(context.commandId, 0)) === true;
    if (events.length === 0 || isRepeat) return { state, version, events: [] };
    const { correlationId, causationId, actor, now } = context;
    const metadata = { correlationId, causationId, actor, occurredAt: now.toISOString() };
    const result = await eventStore.append(
      streamOf(id),
      version,
      events.map((event, index) => ({ id: eventId(context.commandId, index), event, metadata })),
    );
    // Another try of this command was first, or another command under the same id, which is for the decider to refuse.
    if (result.outcome === 'duplicate') return attempt(id, command, context);
    return { state: events.reduce(decider.evolve, state), version: result.version, events };
  }

  return {
    load,
    async handle(id, command, context) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(id, command, context);
        } catch (error) {
          if (!(error instanceof VersionConflictError) || tries === MAX_ATTEMPTS) throw error;
          // Jitter: without it, those who collided once would collide again.
          await delay(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** tries));
        }
      }
    },
  };
}
