import {
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  excludeSystemEvents,
  type Position as ServerPosition,
  streamNameFilter,
} from '@eventstore/db-client';
import { EventStoreUnavailableError, type Position } from '../port.ts';
import { fromPosition, toPosition } from './position.ts';

/** With both, the position is the later one. */
export interface Pushed {
  readonly events: readonly AllStreamRecordedEvent[];
  /** Every matching event up to here was delivered. */
  readonly position: Position;
  readonly isLast: boolean;
}

export interface PushOptions {
  /** Exclusive; `null` starts with the first event. */
  readonly from: Position | null;
  /** Empty: all but the server's own. */
  readonly prefixes: readonly string[];
  readonly limit: number;
  readonly window: number;
  /** Some events that arrived may be dropped. */
  readonly untilCaughtUp?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Leaving the loop ends the subscription.
 * @throws the server's reason for ending it
 */
export async function* pushes(client: EventStoreDBClient, options: PushOptions): AsyncGenerator<Pushed, void> {
  const { from, prefixes, limit, window, signal } = options;
  if (signal.aborted) return;
  const arrived: (AllStreamRecordedEvent | ServerPosition)[] = [];
  let ending: { readonly error?: unknown } | undefined;
  let wake: (() => void) | undefined;

  const arrive = (item: AllStreamRecordedEvent | ServerPosition): void => {
    arrived.push(item);
    // The stream's own buffer holds no checkpoints.
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
      // Right before waiting: earlier arrivals wake no later waiter.
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
    // A client still looking for a server would finish that first.
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
