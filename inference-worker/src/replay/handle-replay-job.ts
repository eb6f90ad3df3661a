import { BlobFaultError, type BlobStore, BlobNotFoundError } from '@clearcut/platform/blob-store/port';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import {
  type Delivery,
  type Outcome,
  RetryLaterError,
  UnprocessableMessageError,
} from '@clearcut/platform/message-bus/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { replayPrefix } from '@clearcut/schemas/support/replay/replay';
import {
  type RecordedStep,
  REPLAY_RESULTS,
  type ReplayJob,
  replayJobSchema,
  type ReplayResult,
} from '@clearcut/schemas/support/replay/jobs';
import type { ImageBlob } from '@clearcut/schemas/transaction/picture';
import type { ComputeThread } from '../compute/compute.ts';
import { findModelByDigest } from '../models/library.ts';
import type { ModelCache } from '../models/model-cache.ts';
import type { PipelineDeps } from '../pipeline/dependencies.ts';
import { modelsNeeded, modelsOfStep } from './models-of-step.ts';
import { overlayBlobStore } from './overlay-blob-store.ts';
import { type RepeatedStep, replayStep, VersionMissingError, versionsOf } from './replay-step.ts';

export interface ReplayDeps {
  readonly blobStore: BlobStore;
  /** Its first model is that of new pictures. */
  readonly models: ModelCache;
  readonly second: PipelineDeps['second'];
  readonly dataDir: string;
  readonly compute: ComputeThread;
  readonly log: Logger;
}

type Failure = Pick<ReplayResult & { kind: 'failed' }, 'errorCode' | 'at' | 'missing'>;

/** One step. Stores differing results under the replay's prefix; writes nothing else. */
export function createReplayHandler(
  deps: ReplayDeps,
): (delivery: Pick<Delivery, 'body' | 'signal'>) => Promise<Outcome> {
  return async ({ body, signal }) => {
    const parsed = replayJobSchema.safeParse(body);
    if (!parsed.success) throw new UnprocessableMessageError('Not a step of a replay', { cause: parsed.error });
    const job = parsed.data;
    const { step } = job;
    const missing = await missingModel(modelsNeeded(job.models, job.versions), deps);
    if (missing !== undefined) return failed(job, { errorCode: 'model_missing', at: null, missing });
    if (step === null) return failed(job, { errorCode: 'nothing_to_replay', at: null, missing: null });
    const at = step.job.jobId;
    try {
      const done = await repeatStep(step, job, deps, signal);
      signal.throwIfAborted();
      return published(job, {
        kind: 'step-done',
        step: done.step,
        made: await keep(done, job, deps.blobStore),
        isLast: job.isLast,
      });
    } catch (error) {
      if (error instanceof BlobFaultError) throw new RetryLaterError(error.message, { cause: error });
      if (error instanceof BlobNotFoundError) return failed(job, { errorCode: 'files_gone', at, missing: null });
      if (error instanceof VersionMissingError) {
        return failed(job, { errorCode: 'version_missing', at, missing: error.missing });
      }
      throw error;
    }
  };
}

export function deadReplayOutcome({ body }: { readonly body: unknown }): Outcome {
  const parsed = replayJobSchema.safeParse(body);
  if (!parsed.success) return {};
  const at = parsed.data.step?.job.jobId ?? null;
  return failed(parsed.data, { errorCode: 'step_failed', at, missing: null });
}

async function missingModel(digests: readonly string[], { models, dataDir }: ReplayDeps): Promise<string | undefined> {
  for (const sha256 of digests) {
    if (sha256 !== models.first.identity.sha256 && (await findModelByDigest(dataDir, sha256)) === undefined)
      return sha256;
  }
  return undefined;
}

async function repeatStep(
  step: RecordedStep,
  { versions: wanted }: ReplayJob,
  { blobStore, compute, log, ...deps }: ReplayDeps,
  signal: AbortSignal,
): Promise<RepeatedStep> {
  const again = { blobStore: overlayBlobStore(blobStore), compute, log, signal };
  return replayStep(step, versionsOf(step, wanted), { ...again, ...(await modelsOfStep(step, wanted, deps)) });
}

/** Keys derive from step and content, so a repeat rewrites the same bytes. */
async function keep(
  { step, made, read }: RepeatedStep,
  { transactionId, replayId }: ReplayJob,
  blobStore: BlobStore,
): Promise<Record<string, ImageBlob>> {
  const kept: Record<string, ImageBlob> = {};
  for (const { file, verdict } of step.files) {
    const image = made[file];
    if (verdict === 'identical' || image === undefined) continue;
    const blob = `${replayPrefix(transactionId, replayId)}${step.eventId}-${file}-${image.sha256.slice(0, 16)}`;
    await blobStore.put(blob, await read(image));
    const { sha256, bytes, mediaType, width, height } = image;
    kept[file] = { blob, sha256, bytes, mediaType, width, height };
  }
  return kept;
}

const failed = (job: ReplayJob, failure: Failure): Outcome => published(job, { kind: 'failed', ...failure });

type Report = ReplayResult extends infer Result
  ? Result extends unknown
    ? Omit<Result, 'replayId' | 'transactionId' | 'correlationId'>
    : never
  : never;

function published({ replayId, transactionId, correlationId, step }: ReplayJob, report: Report): Outcome {
  const id = derivedId(replayId, step?.job.jobId ?? 'nothing', report.kind);
  return {
    publish: [
      { topic: REPLAY_RESULTS, messages: [{ id, body: { replayId, transactionId, correlationId, ...report } }] },
    ],
  };
}
