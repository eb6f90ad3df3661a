import type { RecordedEvent, StreamName } from '@clearcut/platform/event-store/port';
import { filesMade } from '@clearcut/schemas/support/replay/replay';
import type { RecordedStep } from '@clearcut/schemas/support/replay/jobs';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { ImageJob } from '@clearcut/schemas/transaction/jobs';
import type { ImageBlob } from '@clearcut/schemas/transaction/picture';
import { messagesForAll } from '../relay/job-message.ts';

type Recorded = RecordedEvent<TransactionEvent>;

const findOrigins = () => Promise.resolve(new Map<string, never>());

/**
 * In order. Each step folds the history cut off at its event: later events would make the relay drop jobs.
 * @param done ids of requesting events to leave out
 */
export async function* recordedSteps(
  stream: StreamName,
  history: readonly Recorded[],
  done: ReadonlySet<string> = new Set(),
): AsyncGenerator<RecordedStep> {
  const answersOf = Map.groupBy(history, ({ metadata }) => metadata.causationId);
  for (const asking of history) {
    const answers = answersOf.get(asking.id)?.map(({ event }) => event);
    if (answers === undefined || done.has(asking.id)) continue;
    const readStream = () => Promise.resolve(history.slice(0, asking.version));
    const [message] = await messagesForAll([{ ...asking, stream }], { eventStore: { readStream }, findOrigins });
    if (message === undefined) continue;
    yield {
      job: message.body as ImageJob,
      files: Object.assign({}, ...answers.map(({ data }) => filesMade(data))) as RecordedStep['files'],
      ending: endingOf(answers),
      model: modelsOf(answers).at(0) ?? null,
      ...versionsOf(answers),
    };
  }
}

/** SHA-256. */
export const modelsOf = (events: readonly TransactionEvent[]): string[] => [
  ...new Set(events.flatMap(({ data }) => ('model' in data && data.model !== null ? [data.model.sha256] : []))),
];

function endingOf(answers: readonly TransactionEvent[]): string | null {
  for (const { type, data } of answers) {
    if (type === 'SubjectNotFound') return 'subject-not-found';
    if (type === 'HdSaveFailed') return data.reason;
    if ('errorCode' in data) return data.errorCode;
  }
  return null;
}

function versionsOf(answers: readonly TransactionEvent[]): Pick<RecordedStep, 'refinement' | 'renderer'> {
  const versions: { refinement: number | null; renderer: number | null } = { refinement: null, renderer: null };
  for (const { type, data } of answers) {
    if (type === 'MatteRefined') versions.refinement = data.refinement.version;
    if (type !== 'ExportMade' && 'renderer' in data) versions.renderer = data.renderer?.version ?? null;
  }
  return versions;
}

/** @param files replacements by blob key */
export function withFiles(job: ImageJob, files: ReadonlyMap<string, ImageBlob>): ImageJob {
  const text = JSON.stringify(job, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('blob' in value) || typeof value.blob !== 'string')
      return value;
    return { ...value, ...files.get(value.blob) };
  });
  return JSON.parse(text) as ImageJob;
}
