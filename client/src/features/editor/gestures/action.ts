import type { EditedPicture } from '../picture/edited-picture.ts';

/** Something that a button, a key or both do. */
export interface Action {
  /** As `aria-keyshortcuts` writes it; undefined where a button is enough. */
  readonly shortcut: string | undefined;
  readonly isEnabled: (picture: EditedPicture) => boolean;
  readonly perform: (picture: EditedPicture) => void;
}

export const action = (
  shortcut: string | undefined,
  perform: Action['perform'],
  isEnabled: Action['isEnabled'] = () => true,
): Action => ({ shortcut, perform, isEnabled });
