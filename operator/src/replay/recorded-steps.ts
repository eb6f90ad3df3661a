import type { RecordedEvent, StreamName } from '@clearcut/platform/event-store/port';
import { filesOf, type RecordedStep } from '@clearcut/inference-worker/replay/replay';
import { isRendererVersion } from '@clearcut/inference-worker/cut-out/foreground';
import type { PipelineVersions } from '@clearcut/inference-worker/pipeline/versions';
import { isRefinementVersion } from '@clearcut/inference-worker/refinement/versions';
import { messagesForAll } from '@clearcut/projections/relay/job-message';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { ImageJob } from '@clearcut/schemas/transaction/jobs';

type Recorded = RecordedEvent<TransactionEvent>;

/** Origins decide who waits for whom in a queue, and a replay has none. */
const findOrigins = () => Promise.resolve(new Map<string, never>());

/**
 * The jobs that a picture's events asked for and that were answered, in the order of asking, each with what its answer recorded. A job
 * is made of the history cut off at its event: with all of it the relay would leave out what is of no use by now.
 * @throws Error for a refinement or a renderer that this release cannot run
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
      versions: versionsOf(answers),
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

function versionsOf(answers: readonly TransactionEvent[]): Partial<PipelineVersions> {
  const versions: { -readonly [Key in keyof PipelineVersions]?: PipelineVersions[Key] } = {};
  for (const { type, data } of answers) {
    if (type === 'MatteRefined') {
      const { method, version } = data.refinement;
      if (!isRefinementVersion(version)) throw unknownVersion('matte was refined', `${method} ${version}`);
      versions.refinement = version;
    }
    // Exports are made by a program of their own, of which there is one version.
    if (type !== 'ExportMade' && 'renderer' in data && data.renderer !== null) {
      const { name, version } = data.renderer;
      if (!isRendererVersion(version)) throw unknownVersion('picture was drawn', `${name} ${version}`);
      versions.renderer = version;
    }
  }
  return versions;
}

const unknownVersion = (what: string, by: string): Error =>
  new Error(`A ${what} by ${by}, which this release cannot run.`);
