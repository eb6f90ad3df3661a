import type { EditedPicture } from '../picture/edited-picture.ts';

export interface Action {
  /** In `aria-keyshortcuts` notation; undefined for button only. */
  readonly shortcut: string | undefined;
  readonly isEnabled: (picture: EditedPicture) => boolean;
  readonly perform: (picture: EditedPicture) => void;
}

export const action = (
  shortcut: string | undefined,
  perform: Action['perform'],
  isEnabled: Action['isEnabled'] = () => true,
): Action => ({ shortcut, perform, isEnabled });
