import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { IMAGE_JOBS, JOB_PRIORITY, type ImageJob } from '@clearcut/schemas/transaction/jobs';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { MessageBus, OutgoingMessage } from '@clearcut/platform/message-bus/port';
import type { FollowerContext } from '../read-model.ts';

/** Turns what happened to pictures into work for the inference workers, in the order of the log. */
export function startRelay({
  database,
  eventStore,
  log,
  messageBus,
}: FollowerContext & { messageBus: MessageBus }): Subscriber {
  return startSubscriber({
    name: 'relay',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['transaction'] },
    log,
    async handle(_tx, events) {
      // Publishing comes before the checkpoint is stored: a relay that dies between them publishes again, and the bus
      // knows the ids. The other way round a job could be lost.
      const messages = await Promise.all(events.map((event) => messageFor(event, eventStore)));
      const known = messages.filter((message) => message !== undefined);
      if (known.length > 0) await messageBus.publish(IMAGE_JOBS, known);
    },
  });
}

/** The job that an event asks for, or undefined when it asks for none or its picture is gone. */
export async function messageFor(
  recorded: RecordedEvent<ClearcutEvent>,
  eventStore: Pick<EventStore<ClearcutEvent>, 'readStream'>,
): Promise<OutgoingMessage | undefined> {
  const { event } = recorded;
  if (event.type !== 'ImageUploaded' && event.type !== 'BackgroundRemoved') return undefined;
  const picture = await pictureOf(recorded, eventStore);
  if (picture.gone) return undefined;
  const job = {
    jobId: recorded.id,
    transactionId: event.data.transactionId,
    correlationId: recorded.metadata.correlationId,
    original: picture.original,
  };
  const body: ImageJob =
    event.type === 'ImageUploaded'
      ? { ...job, kind: 'remove-background' }
      : { ...job, kind: 'refine-matte', coarseMatte: event.data.coarseMatte };
  const priority = event.type === 'ImageUploaded' ? JOB_PRIORITY.removeBackground : JOB_PRIORITY.refineMatte;
  return { id: recorded.id, body, priority };
}

/** The original of a picture, and whether it was deleted or has expired by now (its blobs are gone: no work can succeed). */
async function pictureOf(
  { stream, position }: RecordedEvent<ClearcutEvent>,
  eventStore: Pick<EventStore<ClearcutEvent>, 'readStream'>,
): Promise<{ original: ImageJob['original']; gone: boolean }> {
  const events = (await eventStore.readStream(stream)).map((recorded) => recorded.event);
  const uploaded = events.find((event) => event.type === 'ImageUploaded');
  if (uploaded === undefined) throw new Error(`${stream} has no ImageUploaded before ${position}`);
  const gone = events.some((event) => event.type === 'TransactionDeleted' || event.type === 'ImageExpired');
  return { original: uploaded.data.original, gone };
}
