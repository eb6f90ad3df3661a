import { MAX_EXPORTS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { existing } from './guards.ts';
import { type EventData, isGone, type PictureDecision } from './picture.ts';

/**
 * `exportId` derives from source and options. The caller has authorised the source.
 * @throws CatalogueError transaction_not_found, image_expired, too_many_exports
 */
export const requestExport =
  (data: EventData<'ExportRequested'>): PictureDecision =>
  (state) => {
    const { exports } = existing(state).picture;
    const before = exports[data.exportId];
    if (before === null || (before !== undefined && 'file' in before)) return [];
    if (before === undefined && Object.keys(exports).length >= MAX_EXPORTS) {
      throw new CatalogueError('too_many_exports');
    }
    return [{ type: 'ExportRequested', data }];
  };

/** Also after a failure: a redriven dead letter may still succeed. */
export const recordExportMade =
  ({ transactionId, exportId, file, foreground, renderer }: EventData<'ExportMade'>): PictureDecision =>
  (state) => {
    if (state === null || isGone(state)) return [];
    const before = state.picture.exports[exportId];
    if (before === undefined || (before !== null && 'file' in before)) return [];
    return [{ type: 'ExportMade', data: { transactionId, exportId, file, foreground, renderer } }];
  };

export const recordExportFailed =
  (data: EventData<'ExportFailed'>): PictureDecision =>
  (state) =>
    state === null || isGone(state) || state.picture.exports[data.exportId] !== null
      ? []
      : [{ type: 'ExportFailed', data }];
