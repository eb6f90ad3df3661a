import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { GuessHost } from '../../features/pictures/saves/guess/GuessHost.tsx';
import { NoCreditsHost } from '../../features/pictures/saves/no-credits/NoCreditsHost.tsx';
import { queryClient } from './query-client.ts';

export function ServerData({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <NoCreditsHost />
      <GuessHost />
    </QueryClientProvider>
  );
}
