import { useStore } from '../../../lib/useStore.ts';
import { session, type SessionState } from './session.ts';

export function useSession(): SessionState {
  return useStore(session);
}
