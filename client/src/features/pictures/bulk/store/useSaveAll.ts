import { useStore } from '../../../../lib/useStore.ts';
import { isOpenGuess } from '../../saves/guess/is-open-guess.ts';
import { hdFileOf, type HdFile } from '../../saves/hd-file.ts';
import { saveStore } from '../../saves/save-store.ts';
import { idOf } from '../../uploads/life/life.ts';
import { viewOf } from '../../uploads/life/selectors.ts';
import type { BulkItem } from './bulk-item.ts';
import { bulkStore } from './bulk-store.ts';
import { saveAll, type SaveAllState } from './save-all.ts';

const fileOf = ({ life }: BulkItem): HdFile | undefined => {
  const view = viewOf(life);
  return view && hdFileOf(view, saveStore.stateOf(view.id));
};

/** The HD file matches the current picture. */
const isSaved = (item: BulkItem): boolean => fileOf(item)?.isCurrent === true;

export function isGuess({ life }: BulkItem): boolean {
  const view = viewOf(life);
  return view !== undefined && isOpenGuess(view);
}

const hasFile = (item: BulkItem): boolean => fileOf(item) !== undefined;

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
  const ready = items.filter(({ life }) => life.stage === 'ready');
  const unsaved = ready.filter((item) => !isSaved(item));
  return {
    state,
    unsaved,
    saved: ready.filter(hasFile),
    async save(acceptGuess) {
      await bulkStore.noteSaving(true);
      const meant = unsaved.filter((item) => acceptGuess || !isGuess(item));
      const ids = meant.flatMap(({ life }) => idOf(life) ?? []);
      await saveAll.run(ids, acceptGuess);
      await bulkStore.noteSaving(false);
      await bulkStore.look();
    },
  };
}
