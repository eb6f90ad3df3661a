import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Actor } from '@clearcut/schemas/events/metadata';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import type { ExportOptions } from '@clearcut/schemas/transaction/save-events';
import type { TransactionChanges } from '../changes.ts';
import type { TransactionHandler } from '../handler.ts';

/** How long a request waits for its file; a later one finds it made. */
const EXPORT_MS = 30_000;
/** In case a notification is late: the read model that sends them may stand still, and the log does not. */
const RECHECK_MS = 1_000;

export interface ExportRequest {
  readonly transactionId: string;
  readonly source: ImageBlob;
  readonly options: ExportOptions;
  readonly requestId: string;
  readonly actor: Actor;
}

/**
 * The source in another form, made once and kept as long as the picture.
 * @throws CatalogueError export_failed, image_not_ready when it takes too long, too_many_exports, transaction_not_found, image_expired
 */
export async function exportOf(
  { handler, changes }: { readonly handler: TransactionHandler; readonly changes: TransactionChanges },
  { transactionId, source, options, requestId, actor }: ExportRequest,
): Promise<ImageBlob> {
  const { format, crop, margin, background } = options;
  const exportId = derivedId(
    'export',
    transactionId,
    source.sha256,
    JSON.stringify([format, crop, margin, background]),
  );
  const watch = changes.watch(transactionId);
  const deadline = Date.now() + EXPORT_MS;
  try {
    let { state } = await handler.handle(
      transactionId,
      { type: 'RequestExport', transactionId, exportId, source, options },
      {
        // After a failure it is another try, so not the same command.
        commandId: derivedId('request-export', exportId, requestId),
        correlationId: requestId,
        causationId: requestId,
        actor,
        now: new Date(),
      },
    );
    for (;;) {
      if (state.status === 'none' || state.status === 'deleted') throw new CatalogueError('transaction_not_found');
      if (state.status === 'expired') throw new CatalogueError('image_expired');
      const made = state.exports[exportId] ?? null;
      if (made !== null && 'file' in made) return made.file;
      if (made !== null) throw new CatalogueError('export_failed');
      const left = deadline - Date.now();
      if (left <= 0) throw new CatalogueError('image_not_ready');
      await watch.next(Math.min(RECHECK_MS, left));
      ({ state } = await handler.load(transactionId));
    }
  } finally {
    watch.close();
  }
}
