import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedPicture } from './edited-picture.ts';
import { changeOf, type Change } from './sync/change-of.ts';
import { usePicture } from './useStore.ts';

/** What a screen reader is told when the picture has changed, by whatever hand. */
export function useAnnouncement(picture: EditedPicture): string {
  const { t } = useTranslation('editor');
  const { version, sync } = usePicture(picture);
  const before = useRef(version);
  const [change, setChange] = useState<Change>();
  useEffect(() => {
    const found = changeOf(before.current, version);
    before.current = version;
    if (found !== undefined) setChange(found);
  }, [version]);
  if (sync === 'offline') return t('sync.offline');
  return change === undefined ? '' : t(`announce.${change}`);
}
