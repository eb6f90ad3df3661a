import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { authModal } from '../../features/auth/modal/auth-modal.ts';

/**
 * Third-party login comes back to `?oauth_error=…&type=login|register` when it failed: the modal opens and says so. Once it is
 * closed the error is taken out of the address.
 */
export function useOAuthError(): void {
  const [query, setQuery] = useSearchParams();
  const error = query.get('oauth_error');
  const type = query.get('type');

  useEffect(() => {
    if (error === null) return;
    const clear = () =>
      setQuery(
        (present) => {
          present.delete('oauth_error');
          present.delete('type');
          return present;
        },
        { replace: true, preventScrollReset: true },
      );
    // Who has just closed the account knows, and reads no error about it.
    if (error === 'user_account_closed') {
      clear();
      return;
    }
    authModal.open(type === 'register' ? 'signUp' : 'login', {
      oauthError: error === 'email_exists' ? 'email_exists' : 'generic',
    });
    return authModal.subscribe(() => {
      if (!authModal.getState().isOpen) clear();
    });
  }, [error, type, setQuery]);
}
