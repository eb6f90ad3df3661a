import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';

/** Id of the job that the last of some events of a picture asked for: a job has the id of its event. Undefined when there was no such event. */
export async function jobOf(
  eventStore: Pick<EventStore<ClearcutEvent>, 'readStream'>,
  transactionId: string,
  isAsking: (event: ClearcutEvent) => boolean,
): Promise<string | undefined> {
  const events = await eventStore.readStream(`transaction-${transactionId}`);
  return events.findLast(({ event }) => isAsking(event))?.id;
}
