import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useStore } from '../../../lib/useStore.ts';
import { useSession } from '../../auth/session/useSession.ts';
import { takeWish } from '../../private-area/save-wish.ts';
import { noCredits } from './lack-of-credits.ts';
import { resumeQuestion } from './resume-question.ts';
import { SaveQuestion } from './SaveQuestion.tsx';

export interface ResumedSaveProps {
  readonly id: string;
  readonly save: () => Promise<unknown>;
}

/**
 * Resumes the save that a login interrupted, at an address with `?resume=save`; after more than a minute it asks first.
 * The address alone spends nothing, since an outside link may lead to it. Independent of the open panel: otherwise
 * opening the save panel would trigger it.
 */
export function ResumedSave({ id, save }: ResumedSaveProps) {
  const { t } = useTranslation('saves');
  const [query, setQuery] = useSearchParams();
  const { status } = useSession();
  const openFor = useStore(resumeQuestion);
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
    noCredits.expectGrant();
    if (wish.isFresh) void save();
    else resumeQuestion.ask(id);
  }, [resumes, id, status, save, setQuery]);

  return (
    <SaveQuestion
      open={openFor === id}
      title={t('resume.title')}
      text={t('resume.text')}
      onSave={() => void save()}
      onClose={() => resumeQuestion.close()}
    />
  );
}
