import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import type { Actor } from '@clearcut/schemas/event-metadata';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import { waitUntil } from '../../kernel/wait-until.ts';
import type { TransactionChanges } from '../read/changes.ts';
import type { TransactionHandler } from '../handler.ts';
import { requestExport } from '../domain/export.ts';
import { existing } from '../domain/guards.ts';
import type { MadeExport } from '../domain/exports-state.ts';
import type { TransactionState } from '../domain/picture.ts';

/** Longest wait; a repeat finds the file made. */
const EXPORT_MS = 30_000;
/** The read model may halt while the log continues. */
const RECHECK_MS = 1_000;

export interface ExportRequest {
  readonly transactionId: string;
  readonly source: ImageBlob;
  readonly options: ExportOptions;
  readonly requestId: string;
  readonly actor: Actor;
}

/**
 * Made once per picture.
 * @throws CatalogueError export_failed, image_unreadable for the layout's background, image_not_ready when it takes too
 * long, too_many_exports, transaction_not_found, image_expired
 */
export async function exportOf(
  { handler, changes }: { readonly handler: TransactionHandler; readonly changes: TransactionChanges },
  { transactionId, source, options, requestId, actor }: ExportRequest,
): Promise<MadeExport> {
  const { format, crop, margin, background, layout } = options;
  const exportId = derivedId(
    'export',
    transactionId,
    source.sha256,
    // The older key without a layout, to find earlier files.
    JSON.stringify([format, crop, margin, background, ...(layout === null ? [] : [layout])]),
  );
  const watch = changes.watch(transactionId);
  try {
    await handler.handle(transactionId, requestExport({ transactionId, exportId, source, options }), {
      // A retry after a failure is another command.
      commandId: derivedId('request-export', exportId, requestId),
      correlationId: requestId,
      causationId: requestId,
      actor,
      now: new Date(),
    });
    const unreadable = layout?.backgroundImage ? 'image_unreadable' : 'export_failed';
    const made = await waitUntil(async () => madeOf((await handler.load(transactionId)).state, exportId, unreadable), {
      deadline: performance.now() + EXPORT_MS,
      pause: (ms) => watch.next(ms),
      recheckMs: RECHECK_MS,
    });
    if (made === undefined) throw new CatalogueError('image_not_ready');
    return made;
  } finally {
    watch.close();
  }
}

/**
 * Undefined while in progress.
 * @param unreadable says that a picture could not be decoded
 * @throws CatalogueError export_failed, `unreadable`, transaction_not_found, image_expired
 */
function madeOf(state: TransactionState, exportId: string, unreadable: ErrorCode): MadeExport | undefined {
  const made = existing(state).picture.exports[exportId] ?? null;
  if (made === null) return undefined;
  if ('file' in made) return made;
  throw new CatalogueError(made.errorCode === 'image_unreadable' ? unreadable : 'export_failed');
}
