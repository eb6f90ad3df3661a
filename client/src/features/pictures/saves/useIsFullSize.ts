import { isPreviewInFull } from '@clearcut/schemas/transaction/scene/scales';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { useSiteFacts } from '../../../lib/site/facts.ts';

/** Whether the free preview is all that an HD file would be, so that no save is offered. */
export function useIsFullSize(view: Pick<TransactionView, 'width' | 'height' | 'settings' | 'save'>): boolean {
  const { chargesSmallSaves } = useSiteFacts();
  return !chargesSmallSaves && view.save?.isCurrent !== true && isPreviewInFull(view.settings.position, view);
}
