import type { PictureState } from '../picture/edited-picture.ts';
import { isSame } from '../sync/is-same.ts';

/** Whether the saved HD file is what the stage shows: nothing has changed since, here either. */
export const preferFile = ({ view, version, settings, sync }: PictureState): boolean =>
  view.save?.isCurrent === true &&
  sync === 'sent' &&
  version.headId === view.edits.headId &&
  isSame(settings, version.settings);
