import { queryOptions } from '@tanstack/react-query';
import { getConfig } from '../data/api.ts';
import { loadAdapter } from './adapter.ts';

/** Whose form takes the payment, and with which key. It changes with a restart of the server alone. */
export const adapterQuery = queryOptions({
  queryKey: ['payment-form'],
  queryFn: async ({ signal }) => {
    const config = await getConfig(signal);
    return { config, adapter: await loadAdapter(config) };
  },
  staleTime: Infinity,
});
