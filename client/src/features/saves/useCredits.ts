import { useQuery } from '@tanstack/react-query';
import { useSession } from '../auth/session/useSession.ts';
import { billingQuery } from './credits.ts';

/** What the team of the person logged in has; undefined data before it is known, and for who may not see it. */
export function useBilling() {
  const { status } = useSession();
  return useQuery({ ...billingQuery, enabled: status === 'loggedIn' });
}

/** Credits left in the team's pool; undefined before they are known. */
export function useCredits(): number | undefined {
  return useBilling().data?.credits;
}
