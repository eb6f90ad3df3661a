import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { type Consumer, type MessageBus, UnprocessableMessageError } from '@clearcut/platform/message-bus/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { IMAGE_RESULTS, imageResultSchema, type ImageResult } from '@clearcut/schemas/transaction/jobs';
import type { TransactionHandler } from '../handler.ts';
import { purge } from '../retention/remove.ts';
import {
  recordBackgroundRemoved,
  recordMatteRefined,
  recordRefinementFailed,
  recordRemovalFailed,
  recordSubjectNotFound,
} from '../domain/cut-out.ts';
import { recordEdgeRefined, recordEdgeRefinementFailed, recordEditRendered } from '../domain/edit.ts';
import { recordExportFailed, recordExportMade } from '../domain/export.ts';
import { isGone, type PictureDecision } from '../domain/picture.ts';
import { recordHdRendered, recordSaveFailed } from '../domain/save.ts';

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
      const decision = decisionOf(parsed.data);
      const { state, events } =
        decision === undefined
          ? { ...(await handler.load(transactionId)), events: [] }
          : await handler.handle(transactionId, decision, {
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

function decisionOf(result: ImageResult): PictureDecision | undefined {
  switch (result.kind) {
    case 'background-removed':
      return recordBackgroundRemoved(result);
    case 'subject-not-found':
      return recordSubjectNotFound(result);
    case 'matte-refined':
      return recordMatteRefined(result);
    case 'preview-rendered':
      return recordEditRendered(result);
    case 'edge-refined':
      return recordEdgeRefined(result);
    case 'hd-rendered':
      return recordHdRendered(result);
    case 'export-made':
      return recordExportMade(result);
    case 'failed':
      return failureOf(result);
  }
}

function failureOf(result: ImageResult & { kind: 'failed' }): PictureDecision | undefined {
  const { transactionId, target, errorCode } = result;
  switch (result.job) {
    case 'remove-background':
      return recordRemovalFailed(result);
    case 'refine-matte':
      return recordRefinementFailed(result);
    case 'render-hd':
      return target === null ? undefined : recordSaveFailed({ transactionId, saveId: target, reason: errorCode });
    case 'refine-edge':
      return target === null ? undefined : recordEdgeRefinementFailed({ transactionId, opId: target, errorCode });
    case 'make-export':
      return target === null ? undefined : recordExportFailed({ transactionId, exportId: target, errorCode });
    case 'render-preview':
      return undefined;
  }
}
