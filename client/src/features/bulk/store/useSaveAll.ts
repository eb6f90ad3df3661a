import { useStore } from '../../../lib/useStore.ts';
import { hdFileOf } from '../../saves/hd-file.ts';
import { saveStore } from '../../saves/save-store.ts';
import { phaseOf, type BulkItem } from './bulk-item.ts';
import { bulkStore } from './bulk-store.ts';
import { saveAll, type SaveAllState } from './save-all.ts';

/** Whether what is saved in HD is what the picture looks like now. */
const isSaved = ({ view }: BulkItem): boolean =>
  view !== undefined && hdFileOf(view, saveStore.stateOf(view.id))?.isCurrent === true;

/** Whether there is any HD file of it. */
const hasFile = ({ view }: BulkItem): boolean =>
  view !== undefined && hdFileOf(view, saveStore.stateOf(view.id)) !== undefined;

export interface AllInHd {
  readonly state: SaveAllState;
  /** Pictures that are ready and not saved as they are now. */
  readonly unsaved: readonly BulkItem[];
  /** Pictures of which there is an HD file. */
  readonly saved: readonly BulkItem[];
  readonly save: () => Promise<void>;
}

/** The HD saves of all pictures of a bulk upload. */
export function useSaveAll(items: readonly BulkItem[]): AllInHd {
  const state = useStore(saveAll);
  const ready = items.filter((item) => phaseOf(item) === 'ready');
  const unsaved = ready.filter((item) => !isSaved(item));
  return {
    state,
    unsaved,
    saved: ready.filter(hasFile),
    async save() {
      await bulkStore.noteSaving(true);
      await saveAll.run(unsaved.flatMap(({ transactionId }) => transactionId ?? []));
      await bulkStore.noteSaving(false);
      await bulkStore.look();
    },
  };
}
