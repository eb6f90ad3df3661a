import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';

/** Id of the job requested by the last of such events, which is the event's id. Undefined without one. */
export async function jobOf(
  eventStore: Pick<EventStore<ClearcutEvent>, 'readStream'>,
  transactionId: string,
  isAsking: (event: ClearcutEvent) => boolean,
): Promise<string | undefined> {
  const events = await eventStore.readStream(`transaction-${transactionId}`);
  return events.findLast(({ event }) => isAsking(event))?.id;
}
