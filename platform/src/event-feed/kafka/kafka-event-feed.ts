import type { DomainEvent, EventCodec } from '@clearcut/schemas/define-event';
import type { RecordedEvent } from '../../event-store/port.ts';
import type { KafkaConnection } from '../../message-bus/kafka/kafka.ts';
import type { EventFeed } from '../port.ts';

/** Public contract, as is `recordOf`. */
const DOMAIN_EVENTS = 'domain-events';

/** One partition per stream keeps its order. */
export function createKafkaEventFeed<E extends DomainEvent>(
  kafka: KafkaConnection,
  codec: EventCodec<E>,
): EventFeed<E> {
  return {
    publish: (events) =>
      kafka.send(
        DOMAIN_EVENTS,
        events.map((recorded) => recordOf(recorded, codec)),
      ),
  };
}

function recordOf<E extends DomainEvent>(
  { id, stream, version, event, metadata, recordedAt }: RecordedEvent<E>,
  codec: EventCodec<E>,
): { key: string; value: string } {
  const { type, schemaVersion, data } = codec.encode(event);
  return {
    key: stream,
    value: JSON.stringify({ id, stream, version, type, schemaVersion, data, metadata, recordedAt }),
  };
}
