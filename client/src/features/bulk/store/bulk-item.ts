import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { isUnsettled as isUnsettledView } from '../../uploads/transaction/shown-picture.ts';
import { failureOf, outcomeOf } from '../../uploads/transaction/outcome.ts';
import { isFinal } from '../../uploads/transaction/final-failures.ts';

/** By code of the error catalogue, plus one that only occurs here. */
export interface ItemFailure {
  /** `file_gone`: the browser did not keep the file. */
  readonly code: string;
  readonly message: string;
}

export interface StoredItem {
  readonly id: string;
  /** Idempotency-Key of the upload: retrying with it is the same upload. */
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** Set once the picture is on the server. */
  readonly transactionId?: string;
  readonly failure?: ItemFailure;
}

export interface BulkItem extends StoredItem {
  /** Bytes; absent while not uploading. */
  readonly sent?: number;
  readonly view?: TransactionView;
}

export type Phase = 'waiting' | 'uploading' | 'processing' | 'ready' | 'failed';

export function phaseOf({ failure, transactionId, view, sent }: BulkItem): Phase {
  if (failure !== undefined) return 'failed';
  if (transactionId === undefined) return sent === undefined ? 'waiting' : 'uploading';
  const outcome = view === undefined ? 'waiting' : outcomeOf(view);
  if (outcome === 'failed') return 'failed';
  return outcome === 'shown' || outcome === 'improved' ? 'ready' : 'processing';
}

export function itemFailure(item: BulkItem): ItemFailure | undefined {
  if (item.failure !== undefined) return item.failure;
  return item.view !== undefined && phaseOf(item) === 'failed' ? failureOf(item.view) : undefined;
}

/** Whether retrying the same file may succeed. */
export function canRetry(item: BulkItem): boolean {
  const failure = itemFailure(item);
  return failure !== undefined && failure.code !== 'file_gone' && !isFinal(failure);
}

export function countPhases(items: readonly BulkItem[]): Record<Phase, number> {
  const counts = { waiting: 0, uploading: 0, processing: 0, ready: 0, failed: 0 };
  for (const item of items) counts[phaseOf(item)]++;
  return counts;
}

/** Whether the server is still working on a picture. `now`: epoch milliseconds. */
export function isUnsettled({ transactionId, view }: BulkItem, now: number): boolean {
  if (transactionId === undefined) return false;
  return view === undefined || isUnsettledView(view, now);
}
