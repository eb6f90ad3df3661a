import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { isUnsettled as isUnsettledView } from '../../uploads/transaction/shown-picture.ts';
import { failureOf, outcomeOf } from '../../uploads/transaction/outcome.ts';
import { isFinal } from '../../uploads/transaction/final-failures.ts';

/** Why a picture is not done, in the words of the error catalogue, or the one thing that only happens here. */
export interface ItemFailure {
  /** `file_gone`: the browser did not keep the file. */
  readonly code: string;
  readonly message: string;
}

/** One picture of a bulk upload, as the browser keeps it. */
export interface StoredItem {
  readonly id: string;
  /** The Idempotency-Key of its upload: sent again with it, it is the same upload. */
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** Of the picture on the server, once it is there. */
  readonly transactionId?: string;
  readonly failure?: ItemFailure;
}

export interface BulkItem extends StoredItem {
  /** Bytes on their way; absent while it is not being uploaded. */
  readonly sent?: number;
  /** What the server last said of it. */
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

/** Why it failed; undefined for a picture that did not. */
export function itemFailure(item: BulkItem): ItemFailure | undefined {
  if (item.failure !== undefined) return item.failure;
  return item.view !== undefined && phaseOf(item) === 'failed' ? failureOf(item.view) : undefined;
}

/** Whether the same file may fare better on another try. */
export function canRetry(item: BulkItem): boolean {
  const failure = itemFailure(item);
  return failure !== undefined && failure.code !== 'file_gone' && !isFinal(failure);
}

export function countPhases(items: readonly BulkItem[]): Record<Phase, number> {
  const counts = { waiting: 0, uploading: 0, processing: 0, ready: 0, failed: 0 };
  for (const item of items) counts[phaseOf(item)]++;
  return counts;
}

/** Whether the server is still making something of a picture. `now` in epoch milliseconds. */
export function isUnsettled({ transactionId, view }: BulkItem, now: number): boolean {
  if (transactionId === undefined) return false;
  return view === undefined || isUnsettledView(view, now);
}
