import { supportContracts } from '@clearcut/schemas/contracts/support/console';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

const POLL_INTERVAL_MS = 60_000;

export const figuresQuery = (days: number) =>
  queryOptions({
    queryKey: ['staff', 'figures', days],
    queryFn: async ({ signal }) => {
      const [figures, signUps] = await Promise.all([
        call(supportContracts.figures, { query: { days }, signal }),
        call(supportContracts.signUps, { query: { days }, signal }),
      ]);
      return { figures, signUps };
    },
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
