import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { type ImageJob, type ImageResult, imageResultSchema } from '@clearcut/schemas/transaction/jobs';
import type { ComputeThread } from '../compute/compute.ts';
import type { Model } from '../models/model.ts';
import { createJobHandler } from '../pipeline/handle-job.ts';
import { CURRENT_VERSIONS, type PipelineVersions } from '../pipeline/versions.ts';
import { comparePictures, type Difference, type Verdict, VERDICTS } from './compare-pictures.ts';
import { overlayBlobStore } from './overlay-blob-store.ts';

/** A job that was done, and what the log says of it. */
export interface RecordedStep {
  readonly job: ImageJob;
  /** The files that its result named, by their name in the result, for example `matte`; none where it failed. */
  readonly files: Readonly<Record<string, ImageBlob>>;
  /** How it ended where it made no file: `subject-not-found`, or the error code. */
  readonly ending: string | null;
  /** SHA-256 of the model that the result names. */
  readonly model: string | null;
  /** Versions that the result names; the current ones where it names none. */
  readonly versions: Partial<PipelineVersions>;
}

/** What a replay made of one file; `recorded` or `replayed` is null where there was none. */
export interface ReplayedFile {
  readonly file: string;
  readonly verdict: Verdict;
  readonly recorded: string | null;
  readonly replayed: string | null;
  readonly difference?: Difference;
}

export interface ReplayedStep {
  /** Of the event that asked for the job, too. */
  readonly jobId: string;
  readonly job: ImageJob['kind'];
  readonly verdict: Verdict;
  readonly files: readonly ReplayedFile[];
  readonly ending: { readonly recorded: string | null; readonly replayed: string | null };
  readonly ms: number;
}

export interface ReplayDeps {
  /** Read, and never written. */
  readonly blobStore: BlobStore;
  /** By the SHA-256 of their files: all that the steps name. */
  readonly models: ReadonlyMap<string, Model>;
  readonly compute: ComputeThread;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /**
   * `stepwise`: each job gets the files that its event recorded, so the first difference is the guilty step. `chained`: it gets what the
   * replay made of them, so the end is what a customer would get.
   */
  readonly mode: 'stepwise' | 'chained';
}

/**
 * Does the jobs of a picture again, each with the model and the refinement that the log names, and compares what they make. Nothing is
 * written outside of memory. @throws BlobNotFoundError when the picture's files are gone
 */
export async function* replaySteps(steps: readonly RecordedStep[], deps: ReplayDeps): AsyncGenerator<ReplayedStep> {
  const store = overlayBlobStore(deps.blobStore);
  /** What the replay made, by the key of what was made before. */
  const replaced = new Map<string, ImageBlob>();
  for (const step of steps) {
    const job = deps.mode === 'chained' ? withFiles(step.job, replaced) : step.job;
    const started = performance.now();
    const result = await resultOf({ ...step, job }, store, deps);
    const ms = Math.round(performance.now() - started);
    const made = filesOf(result);
    const files: ReplayedFile[] = [];
    for (const file of new Set([...Object.keys(step.files), ...Object.keys(made)])) {
      const [before, after] = [step.files[file], made[file]];
      if (before === undefined || after === undefined) {
        const [recorded, replayed] = [before?.sha256 ?? null, after?.sha256 ?? null];
        files.push({ file, verdict: 'different', recorded, replayed });
        continue;
      }
      replaced.set(before.blob, after);
      // Keys are made of the content: under the same key the overlay and the store hold the same bytes, unless the store's are damaged.
      const pictures = await Promise.all([deps.blobStore.read(before.blob), store.read(after.blob)]);
      files.push({ file, ...(await comparePictures(...pictures)) });
    }
    const ending = { recorded: step.ending, replayed: endingOf(result) };
    const verdicts = files.map(({ verdict }) => verdict);
    const verdict = ending.recorded === ending.replayed ? worst(verdicts) : 'different';
    yield { jobId: job.jobId, job: job.kind, verdict, files, ending, ms };
  }
}

async function resultOf(step: RecordedStep, blobStore: BlobStore, deps: ReplayDeps): Promise<ImageResult> {
  const { models, compute, log, signal } = deps;
  // Jobs that name no model use none, and still want one to be given.
  const model = step.model === null ? models.values().next().value : models.get(step.model);
  if (model === undefined) throw new Error(`The model ${step.model} was not loaded`);
  const versions = { ...CURRENT_VERSIONS, ...step.versions };
  const handle = createJobHandler({ blobStore, model, compute, versions, log });
  const outcome = await handle({ body: step.job, attempt: 1, signal });
  return imageResultSchema.parse(outcome.publish?.[0]?.messages[0]?.body);
}

/** The worst of several verdicts; nothing at all is identical. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return VERDICTS.findLast((verdict) => verdicts.includes(verdict)) ?? 'identical';
}

/** How a job ended that made no file. */
function endingOf(result: ImageResult): string | null {
  if (result.kind === 'failed') return result.errorCode;
  return result.kind === 'subject-not-found' ? result.kind : null;
}

/** The pictures that a result or an event names, by their field. */
export function filesOf(facts: object): Record<string, ImageBlob> {
  return Object.fromEntries(
    Object.entries(facts).filter(
      (entry): entry is [string, ImageBlob] =>
        FILES.has(entry[0]) && typeof entry[1] === 'object' && entry[1] !== null && 'sha256' in entry[1],
    ),
  );
}

/** What jobs make. Other pictures in an event or a result were given to the job. */
const FILES: ReadonlySet<string> = new Set([
  'resized',
  'transformed',
  'coarseMatte',
  'improved',
  'matte',
  'regions',
  'edited',
  'patch',
  'file',
]);

/** The job with the replay's own files in the place of those that were made then. */
function withFiles(job: ImageJob, replaced: ReadonlyMap<string, ImageBlob>): ImageJob {
  const text = JSON.stringify(job, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('blob' in value) || typeof value.blob !== 'string')
      return value;
    return { ...value, ...replaced.get(value.blob) };
  });
  return JSON.parse(text) as ImageJob;
}
