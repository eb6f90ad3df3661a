import { useCallback } from 'react';
import { usePictureFailureToast } from '../support-access/usePictureFailureToast.ts';
import { saveStore } from '../pictures/saves/save-store.ts';
import { useSaveInHd, type SaveInHd } from '../pictures/saves/useSaveInHd.ts';
import { isPictureGone } from './picture/is-picture-gone.ts';
import type { EditedPicture } from './picture/edited-picture.ts';

export interface EditorSaving {
  readonly state: SaveInHd['state'];
  /** Saves what is shown, pending edits included. Never throws; reports failures itself. */
  readonly save: () => Promise<void>;
  readonly reportFailure: (error: unknown) => void;
}

export function useEditorSave(picture: EditedPicture): EditorSaving {
  const { state, save } = useSaveInHd(picture.id, { resumeAt: `/app/editor?image=${picture.id}&resume=save` });
  const failureToast = usePictureFailureToast(picture.id);
  const reportFailure = useCallback(
    (error: unknown) => {
      // The person removed the picture during sending; nothing to report.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      failureToast(error);
    },
    [failureToast],
  );
  const saveAll = useCallback(
    async function all(): Promise<void> {
      try {
        await picture.whenSent();
      } catch (error) {
        // Saving without the refused edit would still cost a credit.
        reportFailure(error);
        return;
      }
      const answer = await save({}, false, all);
      const outcome = saveStore.stateOf(picture.id);
      const isGone = outcome.stage === 'failed' && isPictureGone(outcome.failure);
      if (answer !== undefined || isGone) await picture.refetch();
    },
    [picture, save, reportFailure],
  );
  return { state, save: saveAll, reportFailure };
}
