import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedPicture } from './picture/edited-picture.ts';
import { toldOf, type Told } from './sync/change-of.ts';
import { usePicture } from './picture/usePicture.ts';

export interface Announcement {
  readonly text: string;
  /** For the element around the text: a screen reader is silent about one that says what it said before. */
  readonly key: number;
}

/** What a screen reader is told when the picture has changed, by whatever hand. */
export function useAnnouncement(picture: EditedPicture): Announcement {
  const { t } = useTranslation('editor');
  const { version, sync } = usePicture(picture);
  const [before, setTold] = useState<Told>({ pictureId: picture.id, version, change: undefined, count: 0 });
  const told = toldOf(before, picture.id, version);
  if (told !== before) setTold(told);
  const { change, count } = told;
  if (sync === 'offline') return { text: t('sync.offline'), key: count };
  return { text: change === undefined ? '' : t(`announce.${change}`), key: count };
}
