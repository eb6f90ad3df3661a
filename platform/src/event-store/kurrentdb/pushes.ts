import {
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  excludeSystemEvents,
  type Position as ServerPosition,
  streamNameFilter,
} from '@eventstore/db-client';
import { EventStoreUnavailableError, type Position } from '../port.ts';
import { fromPosition, toPosition } from './position.ts';

/** What the server pushed since the last time, in order. Both may be there, and then the position is the later one. */
export interface Pushed {
  readonly events: readonly AllStreamRecordedEvent[];
  /** Everything that the filter lets through up to here is among these events and earlier ones. */
  readonly position: Position;
  /** Whether more has arrived already. */
  readonly isLast: boolean;
}

export interface PushOptions {
  /** Exclusive; `null` starts with the first event. */
  readonly from: Position | null;
  /** What names of streams on the server start with; none: all but the server's own. */
  readonly prefixes: readonly string[];
  /** Events in one piece at most. */
  readonly limit: number;
  /** Events that the server looks through between two checkpoints, by which the position moves over those that the filter leaves out. */
  readonly window: number;
  /** Ends it as soon as the server has no more, where the server says so. Some events may have arrived and not been told. */
  readonly untilCaughtUp?: boolean;
  readonly signal: AbortSignal;
}

/**
 * What the server pushes from a position on, filtered there, for as long as it is asked for. Leaving the loop, or the signal, ends the
 * subscription.
 * @throws what ended the subscription on the server's side
 */
export async function* pushes(client: EventStoreDBClient, options: PushOptions): AsyncGenerator<Pushed, void> {
  const { from, prefixes, limit, window, signal } = options;
  if (signal.aborted) return;
  /** In the order of arrival: a checkpoint tells of what came before it, and no more. */
  const arrived: (AllStreamRecordedEvent | ServerPosition)[] = [];
  let ending: { readonly error?: unknown } | undefined;
  let wake: (() => void) | undefined;

  const arrive = (item: AllStreamRecordedEvent | ServerPosition): void => {
    arrived.push(item);
    // Here and not by the stream's own buffer, in which checkpoints have no place.
    if (arrived.length >= limit) subscription.pause();
    wake?.();
  };
  const end = (how: { readonly error?: unknown }): void => {
    ending ??= how;
    wake?.();
  };
  const filtering = {
    maxSearchWindow: window,
    checkpointInterval: 1,
    checkpointReached: (_: unknown, position: ServerPosition) => {
      // After the events before it, which may still wait in the stream's buffer.
      pending.push({ position, after: received + subscription.readableLength });
      settle();
    },
  };
  let received = 0;
  const pending: { readonly position: ServerPosition; readonly after: number }[] = [];
  const settle = (): void => {
    while (pending[0] !== undefined && pending[0].after <= received) {
      const { position } = pending[0];
      pending.shift();
      arrive(position);
    }
  };

  const subscription = client.subscribeToAll({
    fromPosition: fromPosition(from),
    filter:
      prefixes.length === 0
        ? excludeSystemEvents(filtering)
        : streamNameFilter({ prefixes: [...prefixes], ...filtering }),
  });
  const abort = (): void => end({});
  signal.addEventListener('abort', abort, { once: true });
  subscription
    .on('error', (error: unknown) => end({ error }))
    .on('end', () => end({ error: new EventStoreUnavailableError(new Error('The server left')) }))
    .on('data', ({ event }) => {
      received += 1;
      if (event !== undefined) arrive(event);
      settle();
    });
  if (options.untilCaughtUp === true) subscription.on('caughtUp', () => end({}));
  try {
    for (;;) {
      // All that can wake it is looked at right before it waits: what came while the caller worked wakes nobody later.
      if (arrived.length === 0 && ending === undefined) await new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted) return;
      if (arrived.length > 0) {
        const items = arrived.splice(0, limit);
        if (subscription.isPaused() && arrived.length < limit) subscription.resume();
        yield piece(items, arrived.length === 0 && subscription.readableLength === 0);
      } else {
        if (ending !== undefined && 'error' in ending) throw ending.error;
        return;
      }
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited: where the client still looks for a server, it would wait for that first.
    void subscription.unsubscribe().catch(() => undefined);
    subscription.destroy();
  }
}

function piece(items: readonly (AllStreamRecordedEvent | ServerPosition)[], isLast: boolean): Pushed {
  const events = items.filter((item) => 'streamId' in item);
  const last = items.at(-1);
  if (last === undefined) throw new RangeError('There is nothing');
  return { events, position: toPosition('streamId' in last ? last.position : last), isLast };
}
