import { useStore } from '../../../lib/useStore.ts';
import { isOpenGuess } from '../../saves/guess/is-open-guess.ts';
import { hdFileOf } from '../../saves/hd-file.ts';
import { saveStore } from '../../saves/save-store.ts';
import { phaseOf, type BulkItem } from './bulk-item.ts';
import { bulkStore } from './bulk-store.ts';
import { saveAll, type SaveAllState } from './save-all.ts';

/** The HD file matches the current picture. */
const isSaved = ({ view }: BulkItem): boolean =>
  view !== undefined && hdFileOf(view, saveStore.stateOf(view.id))?.isCurrent === true;

export const isGuess = ({ view }: BulkItem): boolean => view !== undefined && isOpenGuess(view);

const hasFile = ({ view }: BulkItem): boolean =>
  view !== undefined && hdFileOf(view, saveStore.stateOf(view.id)) !== undefined;

export interface AllInHd {
  readonly state: SaveAllState;
  /** Ready, and not saved in their current state. */
  readonly unsaved: readonly BulkItem[];
  readonly saved: readonly BulkItem[];
  /** Leaves guesses out unless the person accepts them. */
  readonly save: (acceptGuess: boolean) => Promise<void>;
}

export function useSaveAll(items: readonly BulkItem[]): AllInHd {
  const state = useStore(saveAll);
  const ready = items.filter((item) => phaseOf(item) === 'ready');
  const unsaved = ready.filter((item) => !isSaved(item));
  return {
    state,
    unsaved,
    saved: ready.filter(hasFile),
    async save(acceptGuess) {
      await bulkStore.noteSaving(true);
      const meant = unsaved.filter((item) => acceptGuess || !isGuess(item));
      const ids = meant.flatMap(({ transactionId }) => transactionId ?? []);
      await saveAll.run(ids, acceptGuess);
      await bulkStore.noteSaving(false);
      await bulkStore.look();
    },
  };
}
