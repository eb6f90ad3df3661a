import type { EventStore } from '@clearcut/platform/event-store/port';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import { QUEUE } from '@clearcut/schemas/constants';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { beginsPicture } from '@clearcut/schemas/transaction/events';
import type { QueuePlace } from '@clearcut/schemas/transaction/http';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { jobOf } from './job-of.ts';

export interface QueueDeps {
  readonly eventStore: Pick<EventStore<ClearcutEvent>, 'readStream'>;
  readonly messageBus: Pick<MessageBus, 'ahead'>;
}

/**
 * Undefined when not worth reporting. Waiting pictures cost two short reads: their own events and the index that serves
 * jobs.
 */
export async function queuePlaceOf(
  { eventStore, messageBus }: QueueDeps,
  { id, status, updatedAt }: TransactionRow,
): Promise<QueuePlace | undefined> {
  if (status !== 'PENDING' || Date.now() - updatedAt.getTime() < QUEUE.shownAfterMs) return undefined;
  const job = await jobOf(eventStore, id, (event) => beginsPicture(event) || event.type === 'SubjectChosen');
  if (job === undefined) return undefined;
  const ahead = await messageBus.ahead(IMAGE_JOBS, job, QUEUE.countedTo);
  return ahead === undefined || ahead < QUEUE.shownFrom ? undefined : { ahead };
}
