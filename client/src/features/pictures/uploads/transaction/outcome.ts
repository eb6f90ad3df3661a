import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { Failure } from '../../../../lib/errors/failure.ts';

export type Outcome =
  | 'waiting'
  /** UPLOADED without a cut-out: worth one more poll (docs/product.md, Cut-outs). */
  | 'incomplete'
  /** A better cut-out may follow. */
  | 'shown'
  /** The final cut-out. */
  | 'improved'
  | 'failed';

export function outcomeOf({ status, pipeline }: Pick<TransactionView, 'status' | 'pipeline'>): Outcome {
  switch (status) {
    case 'PENDING':
      return 'waiting';
    case 'UPLOAD_ERROR':
      return 'failed';
    case 'UPLOADED':
      if (pipeline.improved !== undefined) return 'improved';
      return pipeline.transformed === undefined ? 'incomplete' : 'shown';
  }
}

/** Cause of UPLOAD_ERROR: its own error, or "Upload error" (docs/product.md, Cut-outs). */
export function failureOf({ error }: Pick<TransactionView, 'error'>): Failure {
  return error === null ? new Failure('upload_error') : new Failure(error.errorCode, { message: error.message });
}
