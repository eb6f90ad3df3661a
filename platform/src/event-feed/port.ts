import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { RecordedEvent } from '../event-store/port.ts';

/** What happened, told to programs that are not ours. At least once: a reader knows an event by its id. */
export interface EventFeed<E extends DomainEvent = DomainEvent> {
  /** Resolves when the events would survive a crash of the server. Events of a stream keep their order. */
  publish(events: readonly RecordedEvent<E>[]): Promise<void>;
}
