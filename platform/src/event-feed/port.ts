import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { RecordedEvent } from '../event-store/port.ts';

/** At least once. */
export interface EventFeed<E extends DomainEvent = DomainEvent> {
  publish(events: readonly RecordedEvent<E>[]): Promise<void>;
}
