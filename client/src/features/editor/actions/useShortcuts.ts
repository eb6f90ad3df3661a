import { useEffect } from 'react';
import { actionOf } from './actions.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { preferences } from '../state/preferences.ts';
import { tools } from '../state/tools.ts';

/** Keys typed as text, or owned by an overlay. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('dialog[open]') !== null) return true;
  return (
    target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('[type=radio], [type=checkbox], [type=range]'))
  );
}

/** Space activates a focused control; elsewhere it pans the picture. */
const wantsSpace = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('button, a, input, select, [role=switch], [role=slider]') !== null;

export function useShortcuts(picture: EditedPicture | undefined): void {
  useEffect(() => {
    if (picture === undefined) return undefined;
    const down = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTaken(event)) return;
      if (event.key === ' ' && !wantsSpace(event)) {
        event.preventDefault();
        tools.change({ isPanning: true });
        return;
      }
      const action = actionOf(event);
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      if (
        action === undefined ||
        (!isCommand && (tools.getState().isCropping || !preferences.getState().hasLetterKeys))
      )
        return;
      event.preventDefault();
      if (action.isEnabled(picture)) action.perform(picture);
    };
    const up = ({ key }: KeyboardEvent) => {
      if (key === ' ') tools.change({ isPanning: false });
    };
    const leave = () => tools.change({ isPanning: false, isComparing: false });
    addEventListener('keydown', down);
    addEventListener('keyup', up);
    addEventListener('blur', leave);
    return () => {
      removeEventListener('keydown', down);
      removeEventListener('keyup', up);
      removeEventListener('blur', leave);
      leave();
    };
  }, [picture]);
}
