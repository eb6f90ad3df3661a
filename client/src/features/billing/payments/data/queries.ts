import { queryOptions } from '@tanstack/react-query';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../../lib/contracts/call.ts';
import { getPrices } from './api.ts';

export const pricesQuery = (currency: string | undefined) =>
  queryOptions({ queryKey: ['prices', currency ?? null], queryFn: ({ signal }) => getPrices(currency, signal) });

export const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: async ({ signal }) => (await call(subscriptionContracts.currencies, { signal })).currencies,
});

export const methodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: ({ signal }) => call(subscriptionContracts.paymentMethods, { signal }),
  staleTime: 0,
});

export const invoicesQuery = queryOptions({
  queryKey: ['invoices'],
  queryFn: ({ signal }) => call(subscriptionContracts.invoices, { signal }),
  staleTime: 0,
});

/** Effect of choosing a price. Never cached: an upgrade gets cheaper every second. */
export const nextActionQuery = (priceId: string) =>
  queryOptions({
    queryKey: ['next-action', priceId],
    queryFn: ({ signal }) => call(subscriptionContracts.nextAction, { query: { priceId }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
