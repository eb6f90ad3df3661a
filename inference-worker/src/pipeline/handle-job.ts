import { BlobFaultError, BlobNotFoundError } from '@clearcut/platform/blob-store/port';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import {
  RetryLaterError,
  UnprocessableMessageError,
  type Delivery,
  type Outcome,
} from '@clearcut/platform/message-bus/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { JobErrorCode } from '@clearcut/schemas/errors';
import { IMAGE_RESULTS, imageJobSchema, type ImageJob, type ImageResult } from '@clearcut/schemas/transaction/jobs';
import { UnreadableImageError } from '../pixels/decode.ts';
import { LostSubjectError } from '../render/refuse-lost.ts';
import { UnreadableEditError } from '../render/scene-pictures.ts';
import { ENVIRONMENT } from '../environment.ts';
import type { Made, PipelineDeps } from './dependencies.ts';
import { refineEdge } from './refine-edge-job.ts';
import { refineMatte } from './refine-matte-job.ts';
import { makeExport } from './make-export-job.ts';
import { renderHd } from './render-hd-job.ts';
import { renderPreview } from './render-preview-job.ts';
import { ModelMissingError, removeBackground } from './remove-background-job.ts';
import { CURRENT_VERSIONS, type PipelineVersions } from './versions.ts';

/** For failures not caused by the picture. */
const FAILURE: Readonly<Record<ImageJob['kind'], JobErrorCode>> = {
  'remove-background': 'background_removal_failed',
  'refine-matte': 'background_removal_failed',
  'render-preview': 'render_failed',
  'render-hd': 'render_failed',
  'refine-edge': 'refine_failed',
  'make-export': 'export_failed',
};

/** Permanent failures (a damaged or deleted picture) are results; the bus retries the rest. */
export function createJobHandler(
  deps: Omit<PipelineDeps, 'versions'> & { readonly log: Logger; readonly versions?: PipelineVersions },
): (delivery: Pick<Delivery, 'body' | 'attempt' | 'signal'>) => Promise<Outcome> {
  return async (delivery) => {
    const parsed = imageJobSchema.safeParse(delivery.body);
    if (!parsed.success) throw new UnprocessableMessageError('Not an image job', { cause: parsed.error });
    const job = parsed.data;
    const { jobId, transactionId, correlationId, kind } = job;
    const log = deps.log.child({ correlationId, jobId, transactionId, job: kind, attempt: delivery.attempt });
    const [began, started] = [Date.now(), performance.now()];
    const done = (made: Made): Outcome => {
      const queuedMs = job.askedAt === null ? null : Math.max(0, began - Date.parse(job.askedAt));
      const ms = Math.round(performance.now() - started);
      log.info({ result: made.kind, queuedMs, ms }, 'job done');
      return published({ ...made, work: { attempt: delivery.attempt, queuedMs, ms, environment: ENVIRONMENT } });
    };
    try {
      const versions = deps.versions ?? CURRENT_VERSIONS;
      return done(await Promise.race([work(job, { ...deps, versions }, delivery.signal), abortOf(delivery.signal)]));
    } catch (error) {
      if (error instanceof BlobFaultError) throw new RetryLaterError(error.message, { cause: error });
      const errorCode = permanentFailure(error, kind);
      if (errorCode === undefined) throw error;
      log.warn({ err: error, errorCode }, 'job failed for good');
      return done(failed(job, errorCode));
    }
  };
}

/** Undefined for an invalid message. */
export function deadJobOutcome(message: { readonly body: unknown }): Outcome {
  const parsed = imageJobSchema.safeParse(message.body);
  return parsed.success ? published({ ...failed(parsed.data, FAILURE[parsed.data.kind]), work: null }) : {};
}

function work(job: ImageJob, deps: PipelineDeps, signal: AbortSignal): Promise<Made> {
  switch (job.kind) {
    case 'remove-background':
      return removeBackground(job, deps, signal);
    case 'refine-matte':
      return refineMatte(job, deps, signal);
    case 'render-preview':
      return renderPreview(job, deps, signal);
    case 'render-hd':
      return renderHd(job, deps, signal);
    case 'refine-edge':
      return refineEdge(job, deps, signal);
    case 'make-export':
      return makeExport(job, deps, signal);
  }
}

/** Arithmetic cannot be interrupted: a worker waiting for it would be killed with the message in hand. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function permanentFailure(error: unknown, kind: ImageJob['kind']): JobErrorCode | undefined {
  if (error instanceof UnreadableImageError) return 'image_unreadable';
  if (error instanceof UnreadableEditError) return 'edit_unreadable';
  if (error instanceof LostSubjectError) return 'subject_lost';
  if (error instanceof ModelMissingError) return 'model_missing';
  // Deleted meanwhile; the command API ignores the result.
  if (error instanceof BlobNotFoundError) return FAILURE[kind];
  return undefined;
}

function failed(job: ImageJob, errorCode: JobErrorCode): Made {
  const { jobId, transactionId, correlationId, subject, kind } = job;
  return { jobId, transactionId, correlationId, subject, kind: 'failed', job: kind, target: targetOf(job), errorCode };
}

function targetOf(job: ImageJob): string | null {
  switch (job.kind) {
    case 'render-preview':
    case 'refine-edge':
      return job.opId;
    case 'render-hd':
      return job.saveId;
    case 'make-export':
      return job.exportId;
    case 'remove-background':
    case 'refine-matte':
      return null;
  }
}

function published(result: ImageResult): Outcome {
  const message = { id: derivedId(result.jobId, result.kind), body: result };
  return { publish: [{ topic: IMAGE_RESULTS, messages: [message] }] };
}
