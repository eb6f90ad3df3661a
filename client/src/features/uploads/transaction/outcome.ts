import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { Failure } from '../../../lib/errors/failure.ts';

/** What a look at a transaction means for the person who waits for it. */
export type Outcome =
  /** Still PENDING. */
  | 'waiting'
  /** UPLOADED, but no cut-out is listed: worth one more look (docs/product.md, Cut-outs). */
  | 'incomplete'
  /** A cut-out can be shown; a better one may follow. */
  | 'shown'
  /** The best cut-out there will be. */
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

/** Why a transaction ended in UPLOAD_ERROR: its own error, or "Upload error" (docs/product.md, Cut-outs). */
export function failureOf({ error }: Pick<TransactionView, 'error'>): Failure {
  return error === null ? new Failure('upload_error') : new Failure(error.errorCode, { message: error.message });
}
