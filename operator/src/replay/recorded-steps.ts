import type { RecordedEvent, StreamName } from '@clearcut/platform/event-store/port';
import { filesOf, type RecordedStep } from '@clearcut/inference-worker/replay/replay';
import { isRefinementVersion, type RefinementVersion } from '@clearcut/inference-worker/refinement/versions';
import { messagesForAll } from '@clearcut/projections/relay/job-message';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { ImageJob } from '@clearcut/schemas/transaction/jobs';

type Recorded = RecordedEvent<TransactionEvent>;

/** Origins decide who waits for whom in a queue, and a replay has none. */
const findOrigins = () => Promise.resolve(new Map<string, never>());

/**
 * The jobs that a picture's events asked for and that were answered, in the order of asking, each with what its answer recorded. A job
 * is made of the history cut off at its event: with all of it the relay would leave out what is of no use by now.
 * @throws Error for a refinement that this release cannot run
 */
export async function recordedSteps(stream: StreamName, history: readonly Recorded[]): Promise<RecordedStep[]> {
  const steps: RecordedStep[] = [];
  for (const asking of history) {
    const answers = history.filter(({ metadata }) => metadata.causationId === asking.id).map(({ event }) => event);
    if (answers.length === 0) continue;
    const readStream = () => Promise.resolve(history.slice(0, asking.version));
    const [message] = await messagesForAll([{ ...asking, stream }], { eventStore: { readStream }, findOrigins });
    if (message === undefined) continue;
    const files = Object.assign({}, ...answers.map(({ data }) => filesOf(data))) as RecordedStep['files'];
    steps.push({
      job: message.body as ImageJob,
      files,
      ending: endingOf(answers),
      model: modelOf(answers),
      refinement: refinementOf(answers),
    });
  }
  return steps;
}

function endingOf(answers: readonly TransactionEvent[]): string | null {
  for (const { type, data } of answers) {
    if (type === 'SubjectNotFound') return 'subject-not-found';
    if (type === 'HdSaveFailed') return data.reason;
    if ('errorCode' in data) return data.errorCode;
  }
  return null;
}

function modelOf(answers: readonly TransactionEvent[]): string | null {
  return answers.flatMap(({ data }) => ('model' in data ? [data.model.sha256] : [])).at(0) ?? null;
}

function refinementOf(answers: readonly TransactionEvent[]): RefinementVersion | null {
  const used = answers.flatMap((event) => (event.type === 'MatteRefined' ? [event.data.refinement] : [])).at(0);
  if (used === undefined) return null;
  if (isRefinementVersion(used.version)) return used.version;
  throw new Error(`A matte was refined by ${used.method} ${used.version}, which this release cannot run.`);
}
