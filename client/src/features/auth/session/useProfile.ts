import type { Profile } from '@clearcut/schemas/identity/http';
import { useSession } from './useSession.ts';

/**
 * The profile of the person logged in.
 * @throws outside of the private layout, which shows nothing before there is one.
 */
export function useProfile(): Profile {
  const { profile } = useSession();
  if (profile === undefined) throw new Error('There is no login');
  return profile;
}
