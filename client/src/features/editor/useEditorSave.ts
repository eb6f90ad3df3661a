import { useCallback } from 'react';
import { usePictureFailureToast } from '../support-access/usePictureFailureToast.ts';
import { useSaveInHd, type SaveInHd } from '../saves/useSaveInHd.ts';
import type { EditedPicture } from './picture/edited-picture.ts';

export interface EditorSaving {
  readonly state: SaveInHd['state'];
  /** Saves what is on the screen, edits on their way included. Never throws: what kept it from being saved is said. */
  readonly save: () => Promise<void>;
  /** Says what kept the picture from being sent, saved or downloaded. */
  readonly tell: (error: unknown) => void;
}

/** The HD save of the picture that is open. */
export function useEditorSave(picture: EditedPicture): EditorSaving {
  const { state, save } = useSaveInHd(picture.id, { resumeAt: `/app/editor?image=${picture.id}&resume=save` });
  const failureToast = usePictureFailureToast(picture.id);
  const tell = useCallback(
    (error: unknown) => {
      // The person removed the picture while its edits were sent, so there is nothing to tell them.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      failureToast(error);
    },
    [failureToast],
  );
  const saveAll = useCallback(async () => {
    try {
      await picture.whenSent();
    } catch (error) {
      // Saved without the edit that was refused, it would cost a credit all the same.
      tell(error);
      return;
    }
    const answer = await save();
    if (answer !== undefined) await picture.lookAgain();
  }, [picture, save, tell]);
  return { state, save: saveAll, tell };
}
