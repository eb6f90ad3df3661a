import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { outcomeOf } from './outcome.ts';

/** Stops waiting for a better cut-out: one that could not be refined never comes. */
const REFINED_WITHIN_MS = 2 * 60_000;

/** Whether the server is still making what is shown. `now`: epoch milliseconds. */
export function isUnsettled(view: TransactionView, now: number): boolean {
  const outcome = outcomeOf(view);
  if (outcome === 'waiting') return true;
  return outcome !== 'improved' && outcome !== 'failed' && now - Date.parse(view.updatedAt) < REFINED_WITHIN_MS;
}

/** Current preview. `step` changes with its pixels, so that no cache serves an older one. */
export function previewUrl({ id, pipeline, edits }: TransactionView): string {
  const step = pipeline['edited:low'] ?? pipeline.improved ?? pipeline.transformed;
  return `/api/transaction/${id}/download/low/?step=${step?.id}.${edits.headId}`;
}

export function plainCutoutUrl({ id, pipeline: { improved, transformed } }: TransactionView): string {
  const step = improved === undefined ? 'transformed' : 'improved';
  return `/api/transaction/${id}/proxy/image/?step=${step}&v=${(improved ?? transformed)?.id ?? ''}`;
}

/** A failed picture cannot be edited. */
export function isEditable(view: Pick<TransactionView, 'status' | 'pipeline'>): boolean {
  const outcome = outcomeOf(view);
  return outcome !== 'waiting' && outcome !== 'failed';
}

export const editorPath = (id: string): string => `/app/editor?image=${id}`;
