import type { Profile } from '@clearcut/schemas/identity/http';
import { useSession } from './useSession.ts';

/** @throws outside the private layout, which renders nothing before there is a profile */
export function useProfile(): Profile {
  const { profile } = useSession();
  if (profile === undefined) throw new Error('There is no login');
  return profile;
}
