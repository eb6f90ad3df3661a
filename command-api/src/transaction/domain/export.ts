import type { Box } from '@clearcut/schemas/transaction/scene';
import { CatalogueError, type JobErrorCode } from '@clearcut/schemas/errors';
import type { ImageBlob, TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import type { Renderer } from '@clearcut/schemas/transaction/picture';
import { MAX_EXPORTS } from '@clearcut/schemas/constants';
import { isGone, type TransactionState } from './picture.ts';

export type ExportCommand =
  /** `exportId` derives from source and options. The caller has authorised the source. */
  | {
      readonly type: 'RequestExport';
      readonly transactionId: string;
      readonly exportId: string;
      readonly source: ImageBlob;
      readonly options: ExportOptions;
    }
  | {
      readonly type: 'RecordExportMade';
      readonly transactionId: string;
      readonly exportId: string;
      readonly file: ImageBlob;
      readonly foreground: Box | null;
      readonly renderer: Renderer;
    }
  | {
      readonly type: 'RecordExportFailed';
      readonly transactionId: string;
      readonly exportId: string;
      readonly errorCode: JobErrorCode;
    };

/** @throws CatalogueError transaction_not_found, image_expired, too_many_exports */
export function decideExport(command: ExportCommand, state: TransactionState): readonly TransactionEvent[] {
  const { transactionId, exportId } = command;
  if (command.type === 'RequestExport') return request(command, state);
  if (state === null || isGone(state)) return [];
  const before = state.picture.exports[exportId];
  if (command.type === 'RecordExportMade') {
    // Also after a failure: a redriven dead letter may still succeed.
    if (before === undefined || (before !== null && 'file' in before)) return [];
    const { file, foreground, renderer } = command;
    return [{ type: 'ExportMade', data: { transactionId, exportId, file, foreground, renderer } }];
  }
  if (before !== null) return [];
  return [{ type: 'ExportFailed', data: { transactionId, exportId, errorCode: command.errorCode } }];
}

function request(
  { transactionId, exportId, source, options }: ExportCommand & { type: 'RequestExport' },
  state: TransactionState,
): readonly TransactionEvent[] {
  if (state === null || state.phase.status === 'deleted') throw new CatalogueError('transaction_not_found');
  if (state.phase.status === 'expired') throw new CatalogueError('image_expired');
  const { exports } = state.picture;
  const before = exports[exportId];
  if (before === null || (before !== undefined && 'file' in before)) return [];
  if (before === undefined && Object.keys(exports).length >= MAX_EXPORTS) {
    throw new CatalogueError('too_many_exports');
  }
  return [{ type: 'ExportRequested', data: { transactionId, exportId, source, options } }];
}
