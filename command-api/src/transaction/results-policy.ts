import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { type Consumer, type MessageBus, UnprocessableMessageError } from '@clearcut/platform/message-bus/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { IMAGE_RESULTS, imageResultSchema, type ImageResult } from '@clearcut/schemas/transaction/jobs';
import type { TransactionHandler } from './handler.ts';
import { purge } from './removal-policy.ts';
import { isGone, type TransactionCommand } from './transaction.ts';

/** Results only cost a round trip or two each. */
const CONCURRENCY = 8;
/** With the bus's back-off, long enough to outlast what is not the result's own fault. */
const MAX_ATTEMPTS = 20;

/** Records what the workers made of their jobs. A result that comes again, or too late, has no effect. */
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
      const { jobId, kind, transactionId, correlationId } = parsed.data;
      const { state, events } = await handler.handle(transactionId, commandOf(parsed.data), {
        commandId: derivedId(jobId, kind),
        correlationId,
        causationId: jobId,
        actor: { kind: 'system', id: 'inference-worker' },
        now: new Date(),
      });
      // The worker may have written its blobs after the picture was removed.
      if (isGone(state)) await purge({ database, blobStore }, transactionId);
      log.debug({ correlationId, transactionId, kind, events: events.map(({ type }) => type) }, 'image result');
      return {};
    },
  });
}

function commandOf(result: ImageResult): TransactionCommand {
  const { transactionId } = result;
  switch (result.kind) {
    case 'background-removed': {
      const { resized, transformed, coarseMatte, model } = result;
      return { type: 'RecordBackgroundRemoved', transactionId, resized, transformed, coarseMatte, model };
    }
    case 'subject-not-found':
      return { type: 'RecordSubjectNotFound', transactionId, model: result.model };
    case 'matte-refined': {
      const { improved, matte, refinement } = result;
      return { type: 'RecordMatteRefined', transactionId, improved, matte, refinement };
    }
    case 'failed':
      return { type: 'RecordJobFailed', transactionId, job: result.job, errorCode: result.errorCode };
  }
}
