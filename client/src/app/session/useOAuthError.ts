import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { authModal } from '../../features/auth/modal/auth-modal.ts';

/** `?oauth_error=…&type=login|register`; removed from the address once the modal closes. */
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
    // Shows no error to someone who has just closed the account.
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
