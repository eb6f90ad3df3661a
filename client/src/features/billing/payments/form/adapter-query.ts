import { queryOptions } from '@tanstack/react-query';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../../lib/contracts/call.ts';
import { loadAdapter } from './adapter.ts';

/** Provider and key; changes only with a server restart. */
export const adapterQuery = queryOptions({
  queryKey: ['payment-form'],
  queryFn: async ({ signal }) => {
    const config = await call(subscriptionContracts.config, { signal });
    return { config, adapter: await loadAdapter(config) };
  },
  staleTime: Infinity,
});
