import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

export function useStore<State>({ subscribe, getState, getBlankState }: Store<State>): State {
  return useSyncExternalStore(subscribe, getState, getBlankState);
}
