import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedPicture } from './edited-picture.ts';
import type { Version } from './sync/edit-log.ts';
import { usePicture } from './useStore.ts';

type Change = 'undone' | 'redone' | 'erase' | 'restore' | 'settings';

function changeOf(before: Version, after: Version): Change | undefined {
  if (after.headId === before.headId) return undefined;
  if (after.headId === before.undoId) return 'undone';
  if (after.headId === before.redoId) return 'redone';
  if (after.masks.length > before.masks.length) return after.masks.at(-1)?.mode;
  // The same edit under the name that the server gave it.
  return after.settings === before.settings ? undefined : 'settings';
}

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
