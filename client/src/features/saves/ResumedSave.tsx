import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useStore } from '../../lib/useStore.ts';
import { useSession } from '../auth/session/useSession.ts';
import { resumeQuestion, takeWish } from './resume.ts';
import { SaveQuestion } from './SaveQuestion.tsx';

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
  const [query, setQuery] = useSearchParams();
  const { status } = useSession();
  const asked = useStore(resumeQuestion);
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
    else resumeQuestion.ask(id);
  }, [resumes, id, status, save, setQuery]);

  return (
    <SaveQuestion
      open={asked === id}
      title={t('resume.title')}
      text={t('resume.text')}
      onSave={() => void save()}
      onClose={() => resumeQuestion.close()}
    />
  );
}
