import type { EventStore, StreamName } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Aggregate } from './aggregate.ts';

export interface Fold<State> {
  readonly state: State;
  readonly version: number;
  readonly beganAt: string | undefined;
  has(eventId: string): boolean;
}

interface KeptFold<State> extends Fold<State> {
  /** Shared with newer folds: copying would cost more than the command. */
  readonly versions: Map<string, number>;
  readonly lastId: string;
}

/** In total. */
const MAX_KEPT_EVENTS = 50_000;

/**
 * Caches folds, so that cost does not grow with the stream. Folds from the start if the last folded event differs, as
 * after a restored backup.
 */
export function createFolds<State, Event extends ClearcutEvent>({
  eventStore,
  aggregate: { initialState, evolve },
  owns,
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly aggregate: Aggregate<State, Event>;
  readonly owns: (event: ClearcutEvent) => event is Event;
}): { load(stream: StreamName): Promise<Fold<State>> } {
  /** Least recently used first. */
  const folds = new Map<StreamName, KeptFold<State>>();
  let keptEvents = 0;

  function forget(stream: StreamName): void {
    keptEvents -= folds.get(stream)?.version ?? 0;
    folds.delete(stream);
  }

  function keep(stream: StreamName, fold: KeptFold<State>): void {
    // A slow load must not replace a newer fold.
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
    (await eventStore.readStream(stream, fromVersion)).map(({ id, event, version, metadata }) => {
      if (!owns(event)) throw new Error(`${event.type} does not belong in ${stream}`);
      return { id, event, version, at: metadata.occurredAt };
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
      beganAt: before === undefined ? events[0]?.at : before.beganAt,
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
