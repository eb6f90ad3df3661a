import type { EventStore, StreamName } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Decider } from './decider.ts';

export interface Fold<State> {
  readonly state: State;
  /** Of the stream that `state` is the fold of; 0 when there is none. */
  readonly version: number;
  /** Whether the event with this id was folded. */
  has(eventId: string): boolean;
}

interface KeptFold<State> extends Fold<State> {
  /** Versions of events by their ids. Newer folds of the stream share it: a copy for each command would cost more than the command. */
  readonly versions: Map<string, number>;
  /** Id of the last event that was folded. */
  readonly lastId: string;
}

/** Events of all folds that are kept: some of the longest streams, or thousands of usual ones. */
const MAX_KEPT_EVENTS = 50_000;

/**
 * Folds of streams, kept in memory, so that a command costs the same however long its stream is. The log alone decides: each load reads
 * the last event that was folded and all that came after it. When another event stands there, as after a restored backup, the stream is
 * folded from its first event.
 */
export function createFolds<State, Event extends ClearcutEvent>({
  eventStore,
  decider: { initialState, evolve },
  owns,
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly decider: Pick<Decider<State, never, Event>, 'initialState' | 'evolve'>;
  /** A stream holds no other events than these. */
  readonly owns: (event: ClearcutEvent) => event is Event;
}): { load(stream: StreamName): Promise<Fold<State>> } {
  /** In the order of their last use. */
  const folds = new Map<StreamName, KeptFold<State>>();
  let keptEvents = 0;

  function forget(stream: StreamName): void {
    keptEvents -= folds.get(stream)?.version ?? 0;
    folds.delete(stream);
  }

  function keep(stream: StreamName, fold: KeptFold<State>): void {
    // A load that took longer than one that began after it knows less.
    if (fold.version < (folds.get(stream)?.version ?? 1)) return;
    forget(stream);
    folds.set(stream, fold);
    keptEvents += fold.version;
    for (const leastUsed of folds.keys()) {
      if (keptEvents <= MAX_KEPT_EVENTS) break;
      forget(leastUsed);
    }
  }

  const read = async (stream: StreamName, fromVersion: number) =>
    (await eventStore.readStream(stream, fromVersion)).map(({ id, event, version }) => {
      if (!owns(event)) throw new Error(`${event.type} does not belong into ${stream}`);
      return { id, event, version };
    });

  type Recorded = Awaited<ReturnType<typeof read>>[number];

  function foldOn(before: KeptFold<State> | undefined, events: readonly Recorded[]): KeptFold<State> {
    const versions = before?.versions ?? new Map<string, number>();
    for (const { id, version } of events) versions.set(id, version);
    const last = events.at(-1);
    const version = last?.version ?? before?.version ?? 0;
    return {
      state: events.reduce((state, { event }) => evolve(state, event), before ? before.state : initialState),
      version,
      versions,
      lastId: last?.id ?? before?.lastId ?? '',
      has: (eventId) => (versions.get(eventId) ?? Number.POSITIVE_INFINITY) <= version,
    };
  }

  async function newest(stream: StreamName): Promise<KeptFold<State>> {
    const kept = folds.get(stream);
    if (kept !== undefined) {
      const [last, ...newer] = await read(stream, kept.version - 1);
      if (last?.id === kept.lastId) return foldOn(kept, newer);
      forget(stream);
    }
    return foldOn(undefined, await read(stream, 0));
  }

  return {
    async load(stream) {
      const fold = await newest(stream);
      keep(stream, fold);
      return fold;
    },
  };
}
