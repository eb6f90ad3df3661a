import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedPicture } from './picture/edited-picture.ts';
import { announce, type Announced } from './sync/change-of.ts';
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
  const [before, setAnnounced] = useState<Announced>(() => ({ seen: { ...seen, sync: 'sent' }, says: [], count: 0 }));
  const announced = announce(before, seen);
  if (announced !== before) setAnnounced(announced);
  const texts = announced.says.map((said) => (said === 'offline' ? t('sync.offline') : t(`announce.${said}`)));
  return { text: texts.join(' '), key: announced.count };
}
