import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../auth/session/useSession.ts';
import { billingQuery } from './credits.ts';

/** The team's billing; no data until loaded, and for people who may not see it. */
export function useBilling() {
  const { status } = useSession();
  return useQuery({ ...billingQuery, enabled: status === 'loggedIn' });
}

/** Credits of the team's pool; undefined until known. */
export function useCredits(): number | undefined {
  return useBilling().data?.credits;
}
