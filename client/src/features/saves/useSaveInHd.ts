import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { useCallback, useSyncExternalStore } from 'react';
import { authModal } from '../auth/modal/auth-modal.ts';
import { session } from '../auth/session/session.ts';
import { noCredits } from './no-credits/no-credits.ts';
import { rememberWish } from './resume.ts';
import { saveStore, type SaveState } from './save-store.ts';

export interface SaveInHd {
  readonly state: SaveState;
  /**
   * Saves the picture for credits; a state that is saved already costs nothing. Asked again meanwhile, it is the same save.
   * Never throws: what kept it from being saved is in `state`, and what needs an account or credits has opened its modal.
   * @param settings those that the server does not have yet
   */
  readonly save: (settings?: SceneSettingsPatch) => Promise<SaveAnswer | undefined>;
}

/**
 * The HD save of a picture.
 * @param resumeAt a path of ours that shows the same picture and calls `useResumedSave`: where a login leads that the save took
 */
export function useSaveInHd(
  id: string,
  { resumeAt = '/app/dashboard?resume=save' }: { readonly resumeAt?: string } = {},
): SaveInHd {
  const state = useSyncExternalStore(saveStore.subscribe, () => saveStore.stateOf(id));
  const save = useCallback(
    async (settings: SceneSettingsPatch = {}) => {
      // Whom this browser only remembers has to be asked for: a save must not end in a login that was not said to be needed.
      const { status } = await session.check();
      if (status === 'loggedIn') {
        // Where no credits are left for it, the person may buy some, and the save goes on where it was asked for.
        noCredits.notice({ id, resumeAt });
        const answer = await saveStore.save(id, settings);
        if (answer !== undefined) noCredits.notice(undefined);
        return answer;
      }
      rememberWish(id);
      authModal.open('signUp', { reason: 'save', goTo: resumeAt });
      return undefined;
    },
    [id, resumeAt],
  );
  return { state, save };
}
