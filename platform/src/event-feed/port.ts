import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { RecordedEvent } from '../event-store/port.ts';

/** At least once; readers deduplicate by id. */
export interface EventFeed<E extends DomainEvent = DomainEvent> {
  /** Resolves when the events would survive a server crash. */
  publish(events: readonly RecordedEvent<E>[]): Promise<void>;
}
