import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedPicture } from './picture/edited-picture.ts';
import { toldOf, type Told } from './sync/change-of.ts';
import { usePicture } from './picture/usePicture.ts';

export interface Announcement {
  readonly text: string;
  /** React key of the text's element: screen readers ignore an unchanged one. */
  readonly key: number;
}

/** Screen reader text when the picture changes, by anyone, or the connection is lost. */
export function useAnnouncement(picture: EditedPicture): Announcement {
  const { t } = useTranslation('editor');
  const { version, sync } = usePicture(picture);
  const seen = { pictureId: picture.id, version, sync };
  const [before, setTold] = useState<Told>(() => ({ seen: { ...seen, sync: 'sent' }, says: [], count: 0 }));
  const told = toldOf(before, seen);
  if (told !== before) setTold(told);
  const texts = told.says.map((said) => (said === 'offline' ? t('sync.offline') : t(`announce.${said}`)));
  return { text: texts.join(' '), key: told.count };
}
