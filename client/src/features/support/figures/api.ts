import type { DayFigures, SignUpCount } from '@clearcut/schemas/support/figures-http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/http/request.ts';

const LOOK_EVERY_MS = 60_000;

export const figuresQuery = (days: number) =>
  queryOptions({
    queryKey: ['staff', 'figures', days],
    queryFn: async ({ signal }) => {
      const [figures, signUps] = await Promise.all([
        requestJson<DayFigures[]>(`/api/staff/figures/?days=${days}`, { signal }),
        requestJson<SignUpCount[]>(`/api/staff/sign-ups/?days=${days}`, { signal }),
      ]);
      return { figures, signUps };
    },
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  });
