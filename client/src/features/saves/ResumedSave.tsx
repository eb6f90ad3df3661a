import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useSession } from '../auth/session/useSession.ts';
import { takeWish } from './resume.ts';

export interface ResumedSaveProps {
  /** The picture that is shown. */
  readonly id: string;
  readonly save: () => Promise<unknown>;
}

/**
 * Goes on with the save that a login interrupted, at an address with `?resume=save`; when more than a minute went by, it asks first. The
 * address alone spends nothing, since a link from outside may lead to it. It stands beside whatever panel is open: a save that waits for
 * its own panel would be made by the press that opens the panel.
 */
export function ResumedSave({ id, save }: ResumedSaveProps) {
  const { t } = useTranslation('saves');
  const { number } = useFormat();
  const [query, setQuery] = useSearchParams();
  const { status } = useSession();
  const [isAsking, setAsking] = useState(false);
  const resumes = query.get('resume') === 'save';

  useEffect(() => {
    if (!resumes || status !== 'loggedIn') return;
    const wish = takeWish(id);
    setQuery(
      (present) => {
        present.delete('resume');
        return present;
      },
      { replace: true },
    );
    if (wish === undefined) return;
    if (wish.isFresh) void save();
    else setAsking(true);
  }, [resumes, id, status, save, setQuery]);

  return (
    <ConfirmDialog
      open={isAsking}
      title={t('resume.title')}
      text={t('resume.text')}
      confirm={t('save', { count: HD_SAVE_CREDITS, number: number(HD_SAVE_CREDITS) })}
      keep={t('notNow')}
      tone="primary"
      busy={false}
      onConfirm={() => {
        setAsking(false);
        void save();
      }}
      onClose={() => setAsking(false)}
    />
  );
}
