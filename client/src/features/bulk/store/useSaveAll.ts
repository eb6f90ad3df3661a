import { useStore } from '../../../lib/useStore.ts';
import { hdFileOf } from '../../saves/hd-file.ts';
import { saveStore } from '../../saves/save-store.ts';
import { phaseOf, type BulkItem } from './bulk-item.ts';
import { bulkStore } from './bulk-store.ts';
import { saveAll, type SaveAllState } from './save-all.ts';

/** The HD file matches the current picture. */
const isSaved = ({ view }: BulkItem): boolean =>
  view !== undefined && hdFileOf(view, saveStore.stateOf(view.id))?.isCurrent === true;

const hasFile = ({ view }: BulkItem): boolean =>
  view !== undefined && hdFileOf(view, saveStore.stateOf(view.id)) !== undefined;

export interface AllInHd {
  readonly state: SaveAllState;
  /** Ready, and not saved in their current state. */
  readonly unsaved: readonly BulkItem[];
  readonly saved: readonly BulkItem[];
  readonly save: () => Promise<void>;
}

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
