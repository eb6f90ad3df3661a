import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { Tracing } from '../telemetry/tracing/port.ts';
import type { EventStore } from './port.ts';

/** Reactions join the trace of the append. */
export function tracedEventStore<E extends DomainEvent>(store: EventStore<E>, tracing: Tracing): EventStore<E> {
  return {
    append: (stream, expectedVersion, events) =>
      tracing.within(
        {
          name: `append ${stream.slice(0, stream.indexOf('-'))}`,
          kind: 'client',
          attributes: { 'clearcut.stream': stream, 'clearcut.events': events.map(({ event }) => event.type).join(' ') },
        },
        ({ traceparent }) => {
          const traced = events.map(({ metadata, ...event }) => ({
            ...event,
            metadata: traceparent === undefined ? metadata : { ...metadata, traceparent },
          }));
          return store.append(stream, expectedVersion, traced);
        },
      ),
    readStream: (...args) => store.readStream(...args),
    subscribeAll: (options) => store.subscribeAll(options),
    readAll: (options) => store.readAll(options),
    close: () => store.close(),
  };
}
