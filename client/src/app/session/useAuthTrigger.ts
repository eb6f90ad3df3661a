import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { authModal } from '../../features/auth/modal/auth-modal.ts';
import { session } from '../../features/auth/session/session.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { destinationOf } from './auth-triggers.ts';

/** Removes the parameter, and asks for the login first where needed. */
export function useAuthTrigger(): void {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const language = useLanguage();
  const trigger = query.get('authTrigger');

  useEffect(() => {
    if (trigger === null) return;
    const clear = () =>
      setQuery(
        (present) => {
          present.delete('authTrigger');
          return present;
        },
        { replace: true },
      );
    const follow = async () => {
      const destination = destinationOf(trigger, language, location.origin);
      if (destination === undefined) clear();
      else if ('href' in destination) {
        clear();
        location.assign(destination.href);
      } else if (destination.needsLogin && (await session.check()).status !== 'loggedIn') {
        clear();
        authModal.open('login', { goTo: destination.path });
      } else await navigate(destination.path, { replace: true });
    };
    void follow();
  }, [trigger, language, navigate, setQuery]);
}
