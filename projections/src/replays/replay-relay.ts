import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import type { MessageBus, OutgoingMessage } from '@clearcut/platform/message-bus/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isReplayEvent, type ReplayEvent } from '@clearcut/schemas/support/replay/events';
import { REPLAY_JOBS, type RecordedStep, type ReplayJob } from '@clearcut/schemas/support/replay/jobs';
import { isTransactionEvent, type TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { ImageBlob } from '@clearcut/schemas/transaction/picture';
import { eventsOf, type FollowerContext } from '../read-model.ts';
import { modelsOf, recordedSteps, withFiles } from './recorded-steps.ts';

type StepDone = Extract<ReplayEvent, { type: 'ReplayStepDone' }>['data'];

/** A batch must finish within the transaction's time limit. */
const BATCH_SIZE = 10;

/** Publishes one step at a time, once the previous result is in the log. */
export function startReplayRelay({
  database,
  eventStore,
  log,
  messageBus,
}: FollowerContext & { messageBus: MessageBus }): Subscriber {
  return startSubscriber({
    name: 'replay-relay',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['replay'] },
    batchSize: BATCH_SIZE,
    log,
    async handle(_tx, events) {
      for (const recorded of eventsOf(events, isReplayEvent)) {
        const message = await nextStep(recorded, eventStore);
        // Publishes before the checkpoint moves.
        if (message !== undefined) await messageBus.publish(REPLAY_JOBS, [message]);
      }
    },
  });
}

/** Undefined when the replay ended. */
async function nextStep(
  { event: { type }, stream, version, metadata }: RecordedEvent<ReplayEvent>,
  eventStore: Pick<EventStore<ClearcutEvent>, 'readStream'>,
): Promise<OutgoingMessage | undefined> {
  if (type !== 'ReplayRequested' && type !== 'ReplayStepDone') return undefined;
  const all = eventsOf(await eventStore.readStream(stream), isReplayEvent).map(({ event }) => event);
  if (all.some((one) => one.type === 'ReplayFinished' || one.type === 'ReplayFailed')) return undefined;
  const [request] = all;
  if (request?.type !== 'ReplayRequested') throw new Error(`${stream} does not begin with a request`);
  const { replayId, transactionId, throughVersion, mode, versions } = request.data;
  const steps = all.slice(0, version).flatMap((one) => (one.type === 'ReplayStepDone' ? [one.data] : []));

  const ofPicture = `transaction-${transactionId}` as const;
  const events = eventsOf(await eventStore.readStream(ofPicture), isTransactionEvent);
  const history = events.filter((one) => one.version <= throughVersion);
  const done = new Set(steps.map(({ eventId }) => eventId));
  const open: RecordedStep[] = [];
  for await (const step of recordedSteps(ofPicture, history, done)) {
    open.push(step);
    // A second one shows that the first is not the last.
    if (open.length === 2) break;
  }
  const [step] = open;
  const given =
    step && (mode === 'stepwise' ? step : { ...step, job: withFiles(step.job, filesOfSteps(steps, history)) });
  const body: ReplayJob = {
    replayId,
    transactionId,
    correlationId: metadata.correlationId,
    versions,
    models: modelsOf(history.map(({ event }) => event)),
    step: given ?? null,
    isLast: open.length < 2,
  };
  return { id: derivedId(replayId, step?.job.jobId ?? 'nothing'), body };
}

/** Returns what the replay made, by key of the recorded file. */
function filesOfSteps(
  steps: readonly StepDone[],
  history: readonly RecordedEvent<TransactionEvent>[],
): Map<string, ImageBlob> {
  const files = new Map<string, ImageBlob>();
  for (const { eventId, made } of steps) {
    const answers = history.filter(({ metadata }) => metadata.causationId === eventId);
    for (const [name, file] of Object.entries(made)) {
      for (const { event } of answers) {
        const recorded = (event.data as Readonly<Record<string, unknown>>)[name] as ImageBlob | undefined;
        if (recorded !== undefined) files.set(recorded.blob, file);
      }
    }
  }
  return files;
}
