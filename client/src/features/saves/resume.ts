import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';
import { useSession } from '../auth/session/useSession.ts';

/** As long as a person may take to make an account. */
const WISH_MINUTES = 60;

/** Notes that a visitor wanted to save a picture, which takes an account. */
export function rememberWish(id: string): void {
  writeStored('resume-save', id, { minutes: WISH_MINUTES });
}

/**
 * Goes on with the save that a login interrupted, at an address with `?resume=save`. The address alone spends nothing, since a link
 * from outside may lead to it.
 * @param id the picture that is shown; undefined while there is none
 */
export function useResumedSave(id: string | undefined, save: () => Promise<unknown>): void {
  const [query, setQuery] = useSearchParams();
  const { status } = useSession();
  const resumes = query.get('resume') === 'save';

  useEffect(() => {
    if (!resumes || id === undefined || status !== 'loggedIn') return;
    const wish = readStored('resume-save');
    removeStored('resume-save');
    setQuery(
      (present) => {
        present.delete('resume');
        return present;
      },
      { replace: true },
    );
    if (wish === id) void save();
  }, [resumes, id, status, save, setQuery]);
}
