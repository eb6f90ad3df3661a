import { downloadContracts } from '@clearcut/schemas/contracts/transaction/downloads';
import { transactionContracts } from '@clearcut/schemas/contracts/transaction/picture';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { addressOf } from '../../../../lib/contracts/call.ts';
import { outcomeOf } from './outcome.ts';

/** Stops waiting for a better cut-out: one that could not be refined never comes. */
const REFINED_WITHIN_MS = 2 * 60_000;

/** Whether the server is still making what is shown. `now`: epoch milliseconds. */
export function isUnsettled(view: TransactionView, now: number): boolean {
  const outcome = outcomeOf(view);
  if (outcome === 'waiting') return true;
  return outcome !== 'improved' && outcome !== 'failed' && now - Date.parse(view.updatedAt) < REFINED_WITHIN_MS;
}

/** Current preview. */
export function previewUrl({ id, pipeline, edits }: TransactionView): string {
  const step = pipeline['edited:low'] ?? pipeline.improved ?? pipeline.transformed;
  return addressOf(downloadContracts.low, { params: { id }, version: `${step?.id}.${edits.headId}` });
}

/** Preview without edits. */
export function plainCutoutUrl({ id, pipeline }: Pick<TransactionView, 'id' | 'pipeline'>): string {
  const step = pipeline.improved === undefined ? 'transformed' : 'improved';
  const version = pipeline[step]?.id ?? '';
  return addressOf(transactionContracts.original, { params: { id }, query: { step }, version });
}

/** A failed picture cannot be edited. */
export function isEditable(view: Pick<TransactionView, 'status' | 'pipeline'>): boolean {
  const outcome = outcomeOf(view);
  return outcome !== 'waiting' && outcome !== 'failed';
}

export const editorPath = (id: string): string => `/app/editor?image=${id}`;
