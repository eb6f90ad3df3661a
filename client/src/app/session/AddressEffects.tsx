import { useAuthTrigger } from './useAuthTrigger.ts';
import { useOAuthError } from './useOAuthError.ts';

/** What an address can ask for beside its page: to say what went wrong with another site's login, or to go somewhere once. */
export function AddressEffects() {
  useOAuthError();
  useAuthTrigger();
  return null;
}
