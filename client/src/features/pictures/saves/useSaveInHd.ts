import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { useCallback, useSyncExternalStore } from 'react';
import { authModal } from '../../auth/modal/auth-modal.ts';
import { session } from '../../auth/session/session.ts';
import { fulfilWish, rememberWish } from '../../private-area/save-wish.ts';
import { guessQuestion } from './guess/guess-question.ts';
import { noCredits } from './lack-of-credits.ts';
import { saveStore, type SaveState } from './save-store.ts';

export interface SaveInHd {
  readonly state: SaveState;
  /**
   * Saves for credits; free when this state is already saved. Repeated calls join the running save.
   * Never throws: failures are in `state`, and a missing account or credits opens its modal.
   * An unconfirmed guess opens a question; a yes saves it.
   * @param settings those not yet on the server
   * @param again makes the save once credits have arrived; default: this call
   */
  readonly save: (
    settings?: SceneSettingsPatch,
    acceptGuess?: boolean,
    again?: () => Promise<unknown>,
  ) => Promise<SaveAnswer | undefined>;
}

/** @param resumeAt local path that shows the picture and calls `useResumedSave`; where a login for the save leads */
export function useSaveInHd(
  id: string,
  { resumeAt = '/app/dashboard?resume=save' }: { readonly resumeAt?: string } = {},
): SaveInHd {
  const state = useSyncExternalStore(saveStore.subscribe, () => saveStore.stateOf(id));
  const save = useCallback(
    async function save(
      settings: SceneSettingsPatch = {},
      acceptGuess = false,
      again: () => Promise<unknown> = () => save(settings, acceptGuess),
    ) {
      // Checks a remembered person first: a save must not end in an unannounced login.
      const { status } = await session.check();
      if (status === 'loggedIn') {
        // Without credits the person may buy some; the save then resumes where it was requested.
        noCredits.notice({ id, resumeAt, again });
        let answer = await saveStore.save(id, settings, { acceptGuess });
        if (saveStore.takeUnconfirmedGuess(id) && (await guessQuestion.ask())) {
          answer = await saveStore.save(id, settings, { acceptGuess: true });
        }
        if (answer !== undefined) {
          noCredits.notice(undefined);
          fulfilWish(id);
        }
        // The login has just ended elsewhere, which empties the page; the editor opens the picture by its address.
        if (answer === undefined && session.getState().status === 'loggedOut') {
          const goTo = `/app/editor?image=${id}&resume=save`;
          rememberWish(id, goTo);
          authModal.open('login', { reason: 'ended', goTo });
        }
        return answer;
      }
      rememberWish(id, resumeAt);
      authModal.open('signUp', { reason: 'save', goTo: resumeAt });
      return undefined;
    },
    [id, resumeAt],
  );
  return { state, save };
}
