import { QueryClient } from '@tanstack/react-query';
import { session } from '../../features/auth/session/session.ts';
import { followCredits } from '../../features/pictures/saves/credits.ts';
import type { Saved } from '../../features/pictures/saves/api.ts';
import { saveStore } from '../../features/pictures/saves/save-store.ts';
import { onAnswer } from '../../lib/http/answers.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: 1,
      staleTime: 5 * 60_000,
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

let owner = session.getState().profile?.pk;

// Keeps one person's data from the next.
session.subscribe(() => {
  const { status, profile } = session.getState();
  if (status === 'checking' || profile?.pk === owner) return;
  owner = profile?.pk;
  queryClient.clear();
  saveStore.clear();
});

onAnswer((answer) => followCredits(queryClient, answer));

// Not on the server, which draws the public pages and has no tabs.
if (typeof document !== 'undefined') {
  const tabs = new BroadcastChannel('saves');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- such a channel stays within its origin
  saveStore.onSaved = (id, saved) => tabs.postMessage({ id, saved });
  tabs.addEventListener('message', ({ data }: MessageEvent<{ readonly id: string; readonly saved: Saved }>) => {
    saveStore.adopt(data.id, data.saved);
    void queryClient.invalidateQueries({ queryKey: ['transactions'] });
  });
}
