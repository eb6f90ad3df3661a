import { useAuthTrigger } from './useAuthTrigger.ts';
import { useOAuthError } from './useOAuthError.ts';

export function AddressEffects() {
  useOAuthError();
  useAuthTrigger();
  return null;
}
