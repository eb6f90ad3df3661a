import { queryOptions } from '@tanstack/react-query';
import { getConfig } from '../data/api.ts';
import { loadAdapter } from './adapter.ts';

/** Provider and key; changes only with a server restart. */
export const adapterQuery = queryOptions({
  queryKey: ['payment-form'],
  queryFn: async ({ signal }) => {
    const config = await getConfig(signal);
    return { config, adapter: await loadAdapter(config) };
  },
  staleTime: Infinity,
});
