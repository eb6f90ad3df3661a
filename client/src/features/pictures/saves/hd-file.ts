import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { SaveState } from './save-store.ts';

export type HdFileSource = Pick<TransactionView, 'id' | 'save' | 'updatedAt'>;

/** Which save, and whether it matches the current picture. */
export interface HdFile {
  readonly saveId: string;
  readonly savedAt: string;
  readonly isCurrent: boolean;
}

/**
 * The HD file of a picture. The save's answer counts until the view is newer than that save; the view then also knows
 * later changes, undos and saves.
 */
export function hdFileOf({ save, updatedAt }: HdFileSource, state: SaveState): HdFile | undefined {
  const answered = state.stage === 'saved' ? state.answer.receipt : undefined;
  if (answered !== undefined && answered.savedAt > updatedAt) {
    return { saveId: answered.saveId, savedAt: answered.savedAt, isCurrent: true };
  }
  return save === null ? undefined : { saveId: save.saveId, savedAt: save.savedAt, isCurrent: save.isCurrent };
}
