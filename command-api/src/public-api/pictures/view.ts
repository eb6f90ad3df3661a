import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import type { Picture } from '@clearcut/schemas/public-api/pictures';
import { viewOf } from '../../transaction/index.ts';
import { isSettled } from '../cut-out/settled.ts';

export function pictureOf(row: TransactionRow): Picture {
  const {
    id,
    originalFileName: name,
    width,
    height,
    batchId,
    subject,
    isGuess,
    settings,
    error,
    save,
    createdAt,
    expiresAt,
  } = viewOf(row);
  const status = row.status === 'UPLOAD_ERROR' ? 'failed' : isSettled(row) ? 'ready' : 'processing';
  const about = { name, width, height, batchId, subject, isGuess, settings, createdAt, expiresAt };
  return { id, status, ...about, error, save: save && { ...save, versionId: save.opId } };
}
