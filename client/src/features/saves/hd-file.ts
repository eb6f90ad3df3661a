import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { SaveState } from './save-store.ts';

export type HdFileSource = Pick<TransactionView, 'id' | 'save' | 'updatedAt'>;

/** An HD file: of which save it is, and whether it shows what the picture looks like now. */
export interface HdFile {
  readonly saveId: string;
  readonly isCurrent: boolean;
}

/**
 * The HD file of a picture. The answer to a save counts until the picture's view is from after that save; from then on the view
 * knows better, as it also knows what was changed, undone or saved since.
 */
export function hdFileOf({ save, updatedAt }: HdFileSource, state: SaveState): HdFile | undefined {
  const answered = state.stage === 'saved' ? state.answer.receipt : undefined;
  if (answered !== undefined && answered.savedAt > updatedAt) return { saveId: answered.saveId, isCurrent: true };
  return save === null ? undefined : { saveId: save.saveId, isCurrent: save.isCurrent };
}
