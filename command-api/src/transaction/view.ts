import { IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import { errorCatalogue, type ErrorCode } from '@clearcut/schemas/errors';
import type { PipelineView, TransactionView } from '@clearcut/schemas/transaction/http';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';

const STEPS = ['original', 'resized', 'transformed', 'improved'] as const;
const FALLBACK_NAME = 'image';

export const nameOf = (row: TransactionRow): string => row.originalFileName ?? FALLBACK_NAME;

export const expiryOf = (row: TransactionRow): Date => new Date(row.createdAt.getTime() + IMAGE_RETENTION_MS);

/** By the clock too: between the hour and the event that records it, the picture must not be shown any more. */
export const isExpired = (row: TransactionRow, now: Date): boolean => row.expiredAt !== null || expiryOf(row) <= now;

/** A row of the read model as the API shows it. */
export function viewOf(row: TransactionRow): TransactionView {
  const { original } = row.pipeline;
  return {
    id: row.id,
    status: row.status,
    originalFileName: nameOf(row),
    pipeline: pipelineOf(row),
    settings: {},
    error: row.status === 'UPLOAD_ERROR' ? errorOf(row.errorCode) : null,
    session_id: row.owner.sessionId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    expiresAt: expiryOf(row).toISOString(),
    width: original.width,
    height: original.height,
  };
}

function pipelineOf({ pipeline }: TransactionRow): PipelineView {
  const steps = STEPS.flatMap((name) => {
    const step = pipeline[name];
    return step === undefined ? [] : [[name, { id: step.opId }] as const];
  });
  return { original: { id: pipeline.original.opId }, ...Object.fromEntries(steps) };
}

function errorOf(code: string | null): TransactionView['error'] {
  const known: ErrorCode = code !== null && code in errorCatalogue ? (code as ErrorCode) : 'background_removal_failed';
  return { errorCode: known, message: errorCatalogue[known].message };
}
