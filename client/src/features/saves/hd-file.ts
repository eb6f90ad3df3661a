import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { SaveState } from './save-store.ts';

export type HdFileSource = Pick<TransactionView, 'id' | 'save'>;

/** An HD file: of which save it is, and whether it shows what the picture looks like now. */
export interface HdFile {
  readonly saveId: string;
  readonly isCurrent: boolean;
}

/**
 * The newest HD file of a picture. The answer to a save counts until the picture's view has heard of that save; from then on
 * the view knows better, as it also knows what was changed since.
 */
export function hdFileOf({ save }: HdFileSource, state: SaveState): HdFile | undefined {
  const answered = state.stage === 'saved' ? state.answer.receipt.saveId : undefined;
  if (answered !== undefined && answered !== save?.saveId) return { saveId: answered, isCurrent: true };
  return save === null ? undefined : { saveId: save.saveId, isCurrent: save.isCurrent };
}
