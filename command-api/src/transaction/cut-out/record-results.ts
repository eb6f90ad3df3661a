import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { type Consumer, type MessageBus, UnprocessableMessageError } from '@clearcut/platform/message-bus/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { IMAGE_RESULTS, imageResultSchema, type ImageResult } from '@clearcut/schemas/transaction/jobs';
import type { TransactionHandler } from '../handler.ts';
import { purge } from '../retention/remove.ts';
import { isGone } from '../domain/picture.ts';
import type { TransactionCommand } from '../domain/transaction.ts';

/** Each result costs only a round trip or two. */
const CONCURRENCY = 8;
/** With the bus's back-off, outlasts faults that are not the result's own. */
const MAX_ATTEMPTS = 20;

/** Records workers' results. Repeated or late ones have no effect. */
export function startResultsPolicy({
  messageBus,
  handler,
  blobStore,
  database,
  log,
}: {
  readonly messageBus: MessageBus;
  readonly handler: TransactionHandler;
  readonly blobStore: BlobStore;
  readonly database: Database;
  readonly log: Logger;
}): Consumer {
  return messageBus.consume({
    topic: IMAGE_RESULTS,
    concurrency: CONCURRENCY,
    maxAttempts: MAX_ATTEMPTS,
    handler: async ({ body }) => {
      const parsed = imageResultSchema.safeParse(body);
      if (!parsed.success) {
        throw new UnprocessableMessageError('This is not the result of an image job', { cause: parsed.error });
      }
      const { jobId, kind, transactionId, correlationId, work } = parsed.data;
      const command = commandOf(parsed.data);
      const { state, events } =
        command === undefined
          ? { ...(await handler.load(transactionId)), events: [] }
          : await handler.handle(transactionId, command, {
              commandId: derivedId(jobId, kind),
              correlationId,
              causationId: jobId,
              actor: { kind: 'system', id: 'inference-worker' },
              now: new Date(),
              work,
            });
      // The worker may have written blobs after the picture was removed.
      if (isGone(state)) await purge({ database, blobStore }, transactionId);
      log.debug({ correlationId, transactionId, kind, events: events.map(({ type }) => type) }, 'image result');
      return {};
    },
  });
}

function commandOf(result: ImageResult): TransactionCommand | undefined {
  const { transactionId, subject } = result;
  switch (result.kind) {
    case 'background-removed': {
      const { resized, transformed, coarseMatte, model, isGuess, renderer } = result;
      const made = { resized, transformed, coarseMatte, model, isGuess, renderer };
      return { type: 'RecordBackgroundRemoved', transactionId, subject, ...made };
    }
    case 'subject-not-found':
      return { type: 'RecordSubjectNotFound', transactionId, subject, model: result.model };
    case 'matte-refined': {
      const { improved, matte, refinement, renderer, model, regions, segmentation } = result;
      const made = { improved, matte, refinement, renderer, model, regions, segmentation };
      return { type: 'RecordMatteRefined', transactionId, subject, ...made };
    }
    case 'preview-rendered': {
      const { opId, edited, cutOut, renderer } = result;
      return { type: 'RecordEditRendered', transactionId, subject, opId, edited, cutOut, renderer };
    }
    case 'edge-refined': {
      const { opId, box, patch, refinement } = result;
      return { type: 'RecordEdgeRefined', transactionId, subject, opId, box, patch, refinement };
    }
    case 'hd-rendered': {
      const { saveId, file, renderer } = result;
      return { type: 'RecordHdRendered', transactionId, saveId, file, renderer };
    }
    case 'export-made': {
      const { exportId, file, foreground, renderer } = result;
      return { type: 'RecordExportMade', transactionId, exportId, file, foreground, renderer };
    }
    case 'failed':
      return failureOf(result);
  }
}

function failureOf({
  transactionId,
  subject,
  job,
  target,
  errorCode,
}: ImageResult & { kind: 'failed' }): TransactionCommand | undefined {
  switch (job) {
    case 'remove-background':
    case 'refine-matte':
      return { type: 'RecordCutOutFailed', transactionId, subject, job, errorCode };
    case 'render-hd':
      return target === null
        ? undefined
        : { type: 'RecordSaveFailed', transactionId, saveId: target, reason: errorCode };
    case 'refine-edge':
      return target === null
        ? undefined
        : { type: 'RecordEdgeRefinementFailed', transactionId, opId: target, errorCode };
    case 'make-export':
      return target === null ? undefined : { type: 'RecordExportFailed', transactionId, exportId: target, errorCode };
    case 'render-preview':
      return undefined;
  }
}
